# Writes OUTPUT: the files of WEB (web/) as the texts that src/themata/report/page_parts.hpp declares, and WORDS_OUTPUT: those of
# WORDS as src/themata/corpus/text/stop_words.hpp declares.
set(CONTENT "#include \"themata/report/page_parts.hpp\"\n\nnamespace themata::page_parts {\n")
foreach(PART report:dist/report.html rating:raters.html)
  string(REGEX MATCH "^[a-z]+" NAME ${PART})
  string(REGEX MATCH "[a-z./]+$" FILE ${PART})
  file(READ ${WEB}/${FILE} TEXT)
  string(APPEND CONTENT "const std::string_view ${NAME} = R\"__part__(${TEXT})__part__\";\n")
endforeach()
string(APPEND CONTENT "}  // namespace themata::page_parts\n")
file(WRITE ${OUTPUT} "${CONTENT}")

# A compiler need not take a literal of more than 65,536 characters: pieces that it joins.
file(STRINGS ${WORDS} LINES ENCODING UTF-8 REGEX "^[a-z]+ ")
set(TEXT "")
foreach(LINE IN LISTS LINES)
  string(APPEND TEXT "R\"__words__(${LINE}\n)__words__\"\n")
endforeach()
file(WRITE ${WORDS_OUTPUT} "#include \"themata/corpus/text/stop_words.hpp\"\n\nnamespace themata::text {\nconst std::string_view stop_words_of_languages =\n${TEXT};\n}\n")
