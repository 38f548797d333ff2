# What `cmake --install` puts in place: the program, the library with its public headers, and what find_package(themata)
# reads. The library is static; programs that use it link what it was built with, found anew where they are built.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(THEMATA_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/themata)

install(TARGETS themata RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
if(TARGET themata-mpi)
  install(TARGETS themata-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi)
endif()
install(TARGETS themata_library ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
foreach(HEADER themata.hpp version.hpp io/error.hpp io/interruptions.hpp io/scratch.hpp
    api/collection.hpp api/draw.hpp api/effects.hpp api/evaluation.hpp api/fit.hpp api/options.hpp api/output.hpp api/posterior_table.hpp
    api/prediction.hpp api/selftest.hpp api/simulation.hpp api/sweep.hpp
    align/comparison.hpp consensus/consensus_options.hpp corpus/label_tree.hpp corpus/phrases.hpp corpus/prune_options.hpp diagnose/diagnosis.hpp effects/effect_result.hpp effects/trends_result.hpp evaluate/estimate.hpp evaluate/fit_quality.hpp evaluate/label_row.hpp
    evaluate/word_ranking.hpp exports/options.hpp grid/score.hpp inference/methods.hpp models/start_topics.hpp predict/held_out_score.hpp
    predict/inferred.hpp predict/label_prediction.hpp run/given_inputs.hpp)
  cmake_path(GET HEADER PARENT_PATH FOLDER)
  install(FILES src/themata/${HEADER} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/themata/${FOLDER} COMPONENT development)
endforeach()
configure_package_config_file(cmake/themataConfig.cmake.in ${PROJECT_BINARY_DIR}/themataConfig.cmake
  INSTALL_DESTINATION ${THEMATA_PACKAGE}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/themataConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/themataConfig.cmake ${PROJECT_BINARY_DIR}/themataConfigVersion.cmake
  cmake/dependencies.cmake DESTINATION ${THEMATA_PACKAGE} COMPONENT development)
