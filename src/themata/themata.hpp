#pragma once

// The library for its users: collections, fits and what they say, without a disk. docs/guide/cpp.md shows it
// at work.

#include "themata/api/collection.hpp"
#include "themata/api/effects.hpp"
#include "themata/api/evaluation.hpp"
#include "themata/api/fit.hpp"
#include "themata/api/output.hpp"
#include "themata/api/prediction.hpp"
#include "themata/api/selftest.hpp"
#include "themata/api/simulation.hpp"
#include "themata/api/sweep.hpp"
#include "themata/io/error.hpp"
#include "themata/io/interruptions.hpp"
#include "themata/io/scratch.hpp"
#include "themata/version.hpp"
