# Debian packages, by `make deb`: the program with its man pages and completions; the program for several machines; the
# library for programs in C++. scripts/deb.sh makes what is in share/ of the folder `package`.
install(DIRECTORY ${PROJECT_BINARY_DIR}/package/program/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}
  COMPONENT program OPTIONAL)
install(DIRECTORY ${PROJECT_BINARY_DIR}/package/mpi/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR} COMPONENT mpi OPTIONAL)
install(DIRECTORY ${PROJECT_BINARY_DIR}/package/development/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}
  COMPONENT development OPTIONAL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME themata)
set(CPACK_PACKAGE_CONTACT "The Themata developers <themata@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development)
if(TARGET themata-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME themata)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "topics of a document collection by Markov chain Monte Carlo
Themata fits topic models (LDA, the hierarchical Dirichlet process, models
with masks, hierarchical Poisson convolution and others) by exact parallel
samplers, says whether the chains have settled, and writes a report and
files that other tools open.")
set(CPACK_DEBIAN_MPI_PACKAGE_NAME themata-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "themata, openmpi-bin")
set(CPACK_DEBIAN_MPI_DESCRIPTION "topic models fitted on several machines, by MPI
themata-mpi fits one model on several machines. The result is that of
themata on one machine, bit for bit.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libthemata-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libtbb-dev, libhwy-dev, libboost-dev, libicu-dev, libstemmer-dev, libsimdjson-dev, nlohmann-json3-dev, libfmt-dev, libeigen3-dev, libnlopt-cxx-dev, zlib1g-dev, libbz2-dev, liblzma-dev, libzstd-dev, libzip-dev, libxxhash-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "topic models by Markov chain Monte Carlo: library for C++
The library of themata, with its headers and what CMake's find_package
reads.")
include(CPack)
