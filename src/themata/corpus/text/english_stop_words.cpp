#include "themata/corpus/text/stop_words.hpp"

namespace themata::text {

std::string_view english_stop_words() {
  return
      // Articles, demonstratives, quantifiers.
      "a an the this that these those all another any anybody anyone anything both each either enough every "
      "everybody everyone everything few fewer fewest half least less lot lots many more most much neither "
      "nobody none nothing one ones other others plenty same several some somebody someone something such "
      "whole "
      // Pronouns.
      "i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it "
      "its itself we us our ours ourselves they them their theirs themselves oneself who whom whose which "
      "what whatever whichever whoever whomever thou thee thy "
      // Auxiliaries and their forms.
      "am is are was were be been being have has had having do does did doing done can could may might must "
      "shall should will would ought cannot need dare let lets got get gets getting "
      // Prepositions.
      "about above across after against along alongside amid among amongst around as at atop before behind "
      "below beneath beside besides between beyond by concerning considering despite down during except for "
      "from in inside into like near of off on onto opposite out outside over past per regarding round "
      "since than through throughout till to toward towards under underneath unlike until up upon versus "
      "via with within without "
      // Conjunctions and connecting adverbs.
      "and or but nor so yet if unless although though because whereas while whilst whether once lest also "
      "hence however therefore thus moreover furthermore meanwhile nevertheless nonetheless otherwise "
      "instead rather accordingly consequently albeit thereby therein thereof thereafter whereby wherein "
      "whereof whereupon hereby herein hereafter "
      // Adverbs of place, time, degree and manner; question words; negation.
      "here there where when why how now then again already almost always anyway anywhere apart aside away "
      "back else elsewhere especially etc even ever everywhere far further hardly indeed just later mainly "
      "maybe merely mostly namely nearly never no not nowhere often only particularly perhaps possibly "
      "probably quite really seldom simply sometimes somewhat somewhere soon still surely together too "
      "usually very well whenever wherever yes ago altogether anyhow anymore sometime somehow thereupon ie "
      "eg vs i.e e.g okay ok "
      // Contractions.
      "aren't can't couldn't daren't didn't doesn't don't hadn't hasn't haven't isn't mayn't mightn't "
      "mustn't needn't oughtn't shan't shouldn't wasn't weren't won't wouldn't ain't i'm i've i'll i'd "
      "you're you've you'll you'd he's he'll he'd she's she'll she'd it's it'll it'd we're we've we'll we'd "
      "they're they've they'll they'd that's that'll that'd there's there'll there'd here's who's who'll "
      "who'd what's what'll where's when's why's how's let's y'all could've should've would've might've "
      "must've "
      // Single letters, and what remains of a contraction cut at its apostrophe.
      "b c d e f g h j k l m n o p q r s t u v w x y z ll ve re don didn doesn isn aren wasn weren hasn "
      "haven hadn couldn wouldn shouldn ";
}

}  // namespace themata::text
