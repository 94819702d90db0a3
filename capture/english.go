package capture

// englishRows are what English sentences teach. The subject and the auxiliaries
// before a form are read by frame; see row for the columns.
func englishRows() []row {
	var rows []row
	for _, part := range [][]row{englishPlans(), englishBeing(), englishLife(), englishTastes(), englishThings(), englishChanges(), englishOrders()} {
		rows = append(rows, part...)
	}
	return rows
}

// englishBeing is what somebody is.
func englishBeing() []row {
	return []row{
		{on: "be", form: "(severely|deathly|highly|) allergic to <list>", teach: []string{"allergy: (is )allergic to {}"}, not: "-", opts: "many"},
		{on: "verb", form: "~have (a|an) (severe|bad|serious|mild|) allergy to <list>", teach: []string{"allergy: (is )allergic to {}"}, not: "-", opts: "many"},
		{on: "verb", form: "~have (a|an) (severe|bad|serious|mild|) <thing> allergy", teach: []string{"allergy: (is )allergic to {}"}, not: "-"},
		{on: "be", form: "lactose intolerant", teach: []string{"allergy=lactose: (is )lactose intolerant"}, not: "-"},
		{on: "be", form: "gluten intolerant", teach: []string{"allergy=gluten: (is )gluten intolerant"}, not: "-"},
		{on: "be", form: "intolerant to <list>", teach: []string{"allergy: (is )intolerant to {}"}, not: "-", opts: "many"},
		{on: "be", form: "(a|an|) (strict|lifelong|) <diet>", teach: []string{"diet: (is ){}"}, not: "-", past: "-"},
		{on: "be", form: "on a <thing> diet", teach: []string{"diet: keeps a {} diet"}, not: "-"},
		{on: "be", form: "<marital>", teach: []string{"marital: (is ){}"}, not: "-"},
		{on: "be", form: "(happily|recently|newly) <marital>", teach: []string{"marital: (is ){}"}},
		{on: "be", form: "(married|engaged) to <name>", teach: []string{"marital=married: (is )married to {1}"}},
		{on: "be", form: "<num> (years old|year old|yrs old|years of age)", teach: []string{"age: (is ){} years old"}},
		{on: "be", form: "<age>", teach: []string{"age: (is ){} years old"}},
		{on: "verb", form: "~turn <num>", teach: []string{"age: (is ){} years old"}, past: "="},
		{on: "be", form: "<num> tall", teach: []string{"height: (is ){} tall"}},
		{on: "verb", form: "~weigh <num>", teach: []string{"weight: weighs {}"}},
		{on: "be", form: "(originally|) from <place>", teach: []string{"hometown: (is )from {}"}, not: "-", past: "="},
		{on: "be", form: "(born and raised|raised|born) in <place>", teach: []string{"hometown: (was )born in {}"}, past: "="},
		{on: "be", form: "born (on|in) <date>", teach: []string{"birthday: (was )born on {}"}, past: "="},
		{on: "be", form: "(called|named) <name>", teach: []string{"name: (is )named {}"}, not: "-", opts: "own"},
		{on: "be", form: "known as <name>", teach: []string{"called: (is )known as {}"}},
		{on: "be", form: "<person>", teach: []string{"name: (is )named {}"}, opts: "own"},
		{on: "be", form: "(a|an|the) <role> (at|for|with) <org>", teach: []string{"role: (is )a {1}", "employer: works at {2}"}, past: "experience: worked as {1} at {2}"},
		{on: "be", form: "(a|an|the) <role> (in|based in) <place>", teach: []string{"role: (is )a {1}", "home: lives in {2}"}},
		{on: "be", form: "(a|an|the) <role> from <place>", teach: []string{"role: (is )a {1}", "hometown: (is )from {2}"}},
		{on: "be", form: "(a|an|the|our|your) <role>", teach: []string{"role: (is )a {}"}, not: "-", past: "experience: was a {}"},
		{on: "be", form: "<role>", teach: []string{"role: (is )a {}"}, not: "-", opts: "own"},
		{on: "be", form: "(a|an) <nation>", teach: []string{"nationality: (is ){}"}},
		{on: "be", form: "<nation>", teach: []string{"nationality: (is ){}"}},
		{on: "be", form: "(in|on) the <thing> (team|department|group)", teach: []string{"works_on: (is )in the {} team"}},
		{on: "be", form: "diagnosed with <list>", teach: []string{"health: has {}"}, past: "=", opts: "many"},
		{on: "be", form: "(suffering from|recovering from) <illness>", teach: []string{"health: has {}"}, past: ""},
		{on: "be", form: "struggling with <illness>", teach: []string{"health: has {}"}},
		{on: "be", form: "(pregnant|hard of hearing|wheelchair-bound)", teach: []string{"health=: (is ){0}"}, not: "-", opts: "echo"},
		{on: "be", form: "<illness>", teach: []string{"health: (is ){}"}, not: "-"},
		{on: "be", form: "(on|taking) <remedy>", teach: []string{"takes: takes {}"}, not: "-"},
		{on: "be", form: "(pretty|really|very|quite|not very|) (good|great|skilled|experienced|proficient) (at|in|with) <list>", teach: []string{"skill: (is )good at {}"}, not: "skill: (is )not good at {}", opts: "many"},
		{on: "be", form: "(bad|terrible|hopeless) at <list>", teach: []string{"skill: (is )bad at {}"}, opts: "many"},
		{on: "be", form: "fluent in <langs>", teach: []string{"speaks: speaks {}"}, not: "-", opts: "many"},
		{on: "be", form: "(left-handed|right-handed|color-blind|colour-blind|colorblind|dyslexic)", teach: []string{"health=: (is ){0}"}, opts: "echo"},
		{on: "be", form: "(scared|afraid|terrified) of <list>", teach: []string{"dislikes: (is )afraid of {}"}, not: "-", opts: "many"},
		{on: "be", form: "(a|an) (night owl|early bird|morning person|early riser)", teach: []string{"habit=: (is )a {0}"}, not: "-", opts: "echo2"},
	}
}

// englishLife is where somebody lives, works and studies.
func englishLife() []row {
	return []row{
		{on: "any", form: "~live (in|near|at|outside|just outside|close to|not far from) <place>", teach: []string{"home: lives in {}"}, not: "-", past: "lived: lived in {}"},
		{on: "be", form: "(based|located|staying) in <place>", teach: []string{"home: lives in {}"}, not: "-"},
		{on: "any", form: "~reside in <place>", teach: []string{"home: lives in {}"}, not: "-"},
		{on: "any", form: "(just|) ~move from <place> to <place>", teach: []string{"home: lives in {2}"}, past: "=", opts: "swap event:change"},
		{on: "any", form: "(just|) (~move|~relocate|~move back|~move over|~move out|~move down|~move up) to <place>", teach: []string{"home: lives in {}"}, past: "=", opts: "ing:plan event:change"},
		{on: "any", form: "~move (out of|away from) <place>", teach: []string{"home: lives in {}"}, past: "=", opts: "gone event:change"},
		{on: "verb", form: "~come from <place>", teach: []string{"hometown: (is )from {}"}},
		{on: "verb", form: "~grow up in <place>", teach: []string{"hometown: grew up in {}"}, past: "="},
		{on: "any", form: "~work as (a|an|the) <role> (at|for|with) <org>", teach: []string{"role: works as a {1}", "employer: works at {2}"}, past: "experience: worked as a {1} at {2}"},
		{on: "any", form: "~work as (a|an|the|) <role>", teach: []string{"role: works as a {}"}, not: "-", past: "experience: worked as a {}"},
		{on: "any", form: "~work (at|for) <org> as (a|an|the) <role>", teach: []string{"employer: works at {1}", "role: works as a {2}"}, past: "experience: worked at {1} as a {2}"},
		{on: "any", form: "~work (part-time|full-time|remotely) (at|for) <org>", teach: []string{"schedule=: works {0}", "employer: works at {1}"}, not: "-", opts: "echo"},
		{on: "any", form: "~work (at|for) <org>", teach: []string{"employer: works at {}"}, not: "-", past: "experience: worked at {}"},
		{on: "any", form: "(employed by|employed at) <org>", teach: []string{"employer: works at {}"}, not: "-"},
		{on: "any", form: "~work in <place>", teach: []string{"workplace: works in {}"}, not: "-"},
		{on: "any", form: "~work in <thing>", teach: []string{"role: works in {}"}, not: "-"},
		{on: "any", form: "~work (remotely|from home|night shifts|nights|part-time|full-time|freelance)", teach: []string{"schedule=: works {0}"}, not: "-", opts: "echo"},
		{on: "be", form: "~work on <thing>", teach: []string{"works_on: works on {}"}, not: "-", opts: "project"},
		{on: "any", form: "(specialize|specialise|specializing|specialising|specialized|specialised|specializes) in <list>", teach: []string{"specialty: specialises in {}"}, not: "-", opts: "many"},
		{on: "any", form: "(only|just|exclusively|mainly) (do|does|handle|take|treat|cover|work on|work in|sell|serve) <list>", teach: []string{"specialty: works only on {}"}, opts: "many"},
		{on: "any", form: "(~join|~start at|~start working at|~start working for) <org> (as) (a|an|the) <role>", teach: []string{"employer: works at {1}", "role: works as a {2}"}, past: "=", opts: "event:change"},
		{on: "any", form: "(~join|~start at|~start working at|~start working for) <org>", teach: []string{"employer: works at {}"}, past: "=", opts: "event:change"},
		{on: "any", form: "~start (a new job|a job|my new job) (at|with) <org>", teach: []string{"employer: works at {}"}, past: "=", opts: "event:change"},
		{on: "any", form: "(~run|~own|~manage) (a|an|my own|my|our|the) <business>", teach: []string{"role: runs a {}"}, not: "-"},
		{on: "any", form: "~teach <thing> (at|in) <org>", teach: []string{"role: teaches {1}", "employer: works at {2}"}},
		{on: "verb", form: "~teach <thing>", teach: []string{"role: teaches {}"}, not: "-"},
		{on: "any", form: "~study <thing> at <org>", teach: []string{"major: studies {1}", "school: studies at {2}"}, past: "graduated: studied {1} at {2}"},
		{on: "any", form: "~study at <org>", teach: []string{"school: studies at {}"}, past: "graduated: studied at {}"},
		{on: "any", form: "(majoring in|major in|majored in) <thing>", teach: []string{"major: studies {}"}},
		{on: "verb", form: "~study <thing>", teach: []string{"major: studies {}"}, not: "-", past: "", opts: "own"},
		{on: "be", form: "(studying|learning) <list>", teach: []string{"learning: (is )learning {}"}, not: "-", opts: "many"},
		{on: "verb", form: "(learning|~learn to speak|learning to play) <list>", teach: []string{"learning: (is )learning {}"}, opts: "many begin"},
		{on: "any", form: "~attend <org>", teach: []string{"school: studies at {}"}},
		{on: "any", form: "(graduated|graduate) from <org>", teach: []string{"graduated: graduated from {}"}, past: "="},
		{on: "verb", form: "~have (a|an) (degree|phd|ph.d|master's|masters|bachelor's|mba|doctorate|diploma) in <thing>", teach: []string{"graduated: has a degree in {}"}},
		{on: "verb", form: "~have <num> (years|years') (of|) experience (in|with|as|of) <list>", teach: []string{"experience@2: has {1} years of experience with {2}"}},
		{on: "verb", form: "~play <list>", teach: []string{"habit: plays {}"}, not: "-", past: "", opts: "many play"},
		{on: "verb", form: "~speak <langs>", teach: []string{"speaks: speaks {}"}, not: "-", opts: "many"},
		{on: "can", form: "(speak|read|write) <langs>", teach: []string{"speaks: speaks {}"}, not: "skill: cannot speak {}", opts: "many"},
		{on: "can", form: "(play|cook|drive|swim|sing|dance|code in|program in|ride) <list>", teach: []string{"skill={0} {1}: can {0} {1}"}, not: "skill={0} {1}: cannot {0} {1}", opts: "echo1 brief"},
		{on: "can", form: "(swim|drive|cook|sing|dance|ski|cycle|juggle)", teach: []string{"skill=: can {0}"}, not: "skill=: cannot {0}", opts: "echo"},
	}
}

// englishTastes is what somebody likes, and what not.
func englishTastes() []row {
	return []row{
		{on: "verb", form: "(~like|~love|~enjoy|~adore) to <vp>", teach: []string{"likes: likes to {}"}, not: "dislikes: doesn't like to {}"},
		{on: "verb", form: "(~like|~love|~enjoy|~adore) <list>", teach: []string{"likes: likes {}"}, not: "dislikes: doesn't like {}", opts: "many taste"},
		{on: "verb", form: "(~like|~love|~enjoy|~appreciate) it when <act>", teach: []string{"likes: likes it when {}"}, not: "dislikes: doesn't like it when {}"},
		{on: "would", form: "(prefer|appreciate) (it|) if you <act>", teach: []string{"answer_style: would prefer if the assistant {}"}, opts: "did"},
		{on: "verb", form: "want you to always <act>", teach: []string{"answer_style: {}"}},
		{on: "verb", form: "want you to (answer|respond|reply|speak) <act>", teach: []string{"answer_style: {0} {1}"}, opts: "echo"},
		{on: "verb", form: "want you to never <act>", teach: []string{"never: never {}"}},
		{on: "verb", form: "(~hate|~dislike|~detest|~loathe|~despise) (it when|when) <act>", teach: []string{"dislikes: dislikes it when {}"}, opts: "strong"},
		{on: "verb", form: "(~hate|~dislike|~detest|~loathe|~despise) <list>", teach: []string{"dislikes: dislikes {}"}, opts: "many taste strong"},
		{on: "verb", form: "~fall in love with <thing>", teach: []string{"likes: likes {}"}},
		{on: "cannot", form: "(stand|bear|tolerate) <list>", teach: []string{"dislikes: can't stand {}"}, opts: "many strong"},
		{on: "cannot", form: "(eat|drink|have|digest) <list>", teach: []string{"avoids: can't eat {}"}, opts: "many"},
		{on: "verb", form: "(~do|~be) not care for <list>", teach: []string{"dislikes: doesn't like {}"}, opts: "many"},
		{on: "verb", form: "care for <list>", not: "dislikes: doesn't like {}", opts: "many"},
		{on: "be", form: "(a|) (big|huge|massive|great|real|) (fan of|lover of|believer in) <list>", teach: []string{"likes: likes {}"}, not: "dislikes: doesn't like {}", opts: "many"},
		{on: "be", form: "(crazy about|fond of|keen on|into|passionate about|obsessed with) <list>", teach: []string{"likes: likes {}"}, not: "dislikes: doesn't like {}", past: "-", opts: "many taste"},
		{on: "be", form: "interested in <list>", teach: []string{"likes: (is )interested in {}"}, not: "rejects: (is )not interested in {}", opts: "many lasting"},
		{on: "verb", form: "~have a (sweet tooth|soft spot for sweets)", teach: []string{"likes=sweets: has a sweet tooth"}, not: "dislikes=sweets: has no sweet tooth"},
		{on: "any", form: "~prefer (to be contacted|being contacted|to be reached|contact|communication|communicating|to communicate) (by|via|through|over|on) <channel>", teach: []string{"preferred_channel: prefers {}"}},
		{on: "any", form: "~prefer <channel> (over|to|rather than|instead of|than) <thing>", teach: []string{"preferred_channel: prefers {1} to {2}"}},
		{on: "any", form: "~prefer <channel>", teach: []string{"preferred_channel: prefers {}"}, not: "avoids: doesn't like {}"},
		{on: "any", form: "~prefer to <vp>", teach: []string{"prefers: prefers to {}"}, not: "avoids: doesn't like to {}"},
		{on: "any", form: "~prefer <thing> (over|to|rather than|instead of|than) <thing>", teach: []string{"prefers: prefers {1} to {2}"}},
		{on: "any", form: "~prefer <list>", teach: []string{"prefers: prefers {}"}, not: "avoids: doesn't like {}", opts: "taste"},
		{on: "would", form: "rather <vp> than <act>", teach: []string{"prefers: would rather {1} than {2}"}},
		{on: "would", form: "rather not <vp>", teach: []string{"avoids: would rather not {}"}},
		{on: "verb", form: "~eat <list>", not: "avoids: doesn't eat {}", opts: "many"},
		{on: "verb", form: "~drink <list>", not: "avoids: doesn't drink {}", opts: "many"},
		{on: "verb", form: "(drink|smoke|gamble)", not: "avoids=: doesn't {0}", opts: "echo alone"},
		{on: "verb", form: "~eat (only|nothing but) <list>", teach: []string{"diet: eats only {}"}},
		{on: "verb", form: "(only|exclusively) (eat|drink|buy|wear|use|fly) <list>", teach: []string{"prefers: only {0} {1}"}, opts: "echo1"},
		{on: "verb", form: "(~avoid|~stay away from|~steer clear of) <list>", teach: []string{"avoids: avoids {}"}, opts: "many"},
		{on: "verb", form: "~collect <list>", teach: []string{"collects: collects {}"}, not: "-", past: "-", opts: "many"},
		{on: "verb", form: "(want|like) to be called <name>", teach: []string{"called: wants to be called {}"}, not: "not_called: does not want to be called {}"},
		{on: "verb", form: "(~hate|~dislike) being called <name>", teach: []string{"not_called: does not want to be called {}"}},
		{on: "verb", form: "~hate (it when people call me|when people call me) <name>", teach: []string{"not_called: does not want to be called {}"}},
		{on: "verb", form: "~prefer (to be called|being called) <name>", teach: []string{"called: wants to be called {}"}},
		{on: "verb", form: "(named|called|call) (him|her|it) <name>", teach: []string{"named: is named {}"}, past: "=", opts: "them"},
		{on: "verb", form: "~go by <name>", teach: []string{"called: goes by {}"}, not: "not_called: does not go by {}"},
		{on: "verb", form: "~use <pronouns> pronouns", teach: []string{"pronouns: uses {} pronouns"}},
	}
}

// englishThings is what somebody has, uses and does.
func englishThings() []row {
	return []row{
		{on: "any", form: "~have <count> <pet> (named|called|,) <name>", teach: []string{"~named@3: has a {2} named {3}"}, past: "", opts: "petname"},
		{on: "any", form: "~have <count> <pet>", teach: []string{"pet={1} {2}: has {1} {2}"}, not: "-", past: ""},
		{on: "any", form: "(~adopt|~get|~buy) <count> (new|) <pet> (named|called) <name>", teach: []string{"~named@3: has a {2} named {3}"}, past: "=", opts: "petname event:change"},
		{on: "any", form: "(~adopt|~get|~buy) <count> (new|) <pet>", teach: []string{"pet={1} {2}: has {1} {2}"}, past: "=", opts: "event:change"},
		{on: "any", form: "~have <count> <kin> (named|called|,) <name>", teach: []string{"~named@3: has a {2} named {3}"}, opts: "petname"},
		{on: "any", form: "~have <count> (little|younger|older|elder|big|) <kin>", teach: []string{"family={1} {2}: has {1} {2}"}, not: "-"},
		{on: "verb", form: "(~own|~have) <count> <owned>", teach: []string{"owns@2: has {1} {2}"}, not: "-", past: ""},
		{on: "verb", form: "~drive (a|an|my) <thing>", teach: []string{"owns: drives a {}"}, not: "-", past: "-"},
		{on: "any", form: "(just|) (~buy|~get|~purchase) (a|an|myself a|the|my first) (new|used|second-hand|) <owned>", teach: []string{"owns: has a {}"}, past: "=", opts: "event:change"},
		{on: "any", form: "(just|) ~sell (my|our|the) <thing>", teach: []string{"owns: has a {}"}, past: "=", opts: "gone event:change"},
		{on: "verb", form: "~use <tools>", teach: []string{"uses: uses {}"}, not: "rejects: doesn't use {}", past: "-", opts: "many tool"},
		{on: "verb", form: "~rely on <tools>", teach: []string{"uses: uses {}"}, not: "-", opts: "many tool"},
		{on: "any", form: "(~switch|~migrate|~move) (my|our|the) <thing> from <thing> to <thing>", teach: []string{"uses@3: uses {3} for {1}"}, past: "=", opts: "swap event:change"},
		{on: "any", form: "(~switch|~change|~migrate|~move) (over|) from <thing> to <thing>", teach: []string{"uses: uses {2}"}, past: "=", opts: "swap event:change"},
		{on: "any", form: "(~switch|~migrate) (over|) to <thing>", teach: []string{"uses: uses {}"}, past: "=", opts: "event:change"},
		{on: "verb", form: "(~have|~get) <illness>", teach: []string{"health: has {}"}, not: "-", past: ""},
		{on: "verb", form: "~have (a|an|the|) (chronic|severe|mild|bad|slight|) <illness>", teach: []string{"health: has {}"}, not: "-"},
		{on: "verb", form: "~suffer from <list>", teach: []string{"health: has {}"}, not: "-", opts: "many"},
		{on: "verb", form: "~take <remedy>", teach: []string{"takes: takes {}"}, not: "-", past: "-"},
		{on: "any", form: "~wear (a|) size <num>", teach: []string{"size: wears size {}"}},
		{on: "any", form: "(~earn|~make) <money> (a year|per year|a month|per month|annually)", teach: []string{"income: earns {1}"}},
		{on: "be", form: "on a budget of <money>", teach: []string{"budget: budget {}"}},
		{on: "verb", form: "~have (a|) (budget of|max budget of|maximum budget of|total budget of) <money>", teach: []string{"budget: budget {}"}},
		{on: "verb", form: "(want to spend|want to pay|can spend|can pay|spend|pay) (at most|no more than|up to|under|less than|around|about|a maximum of) <money>", teach: []string{"budget: budget {0} {1}"}, opts: "echo2"},
		{on: "can", form: "(spend|pay|afford) (up to|at most|around|about|) <money>", teach: []string{"budget: budget up to {}"}},
		{on: "verb", form: "~wake up at <clock>", teach: []string{"schedule: wakes up at {}"}, opts: "clock"},
		{on: "verb", form: "~get up at <clock>", teach: []string{"schedule: gets up at {}"}, opts: "clock"},
		{on: "verb", form: "~go to bed at <clock>", teach: []string{"schedule: goes to bed at {}"}, opts: "clock"},
		{on: "verb", form: "(~work|~start work|~finish work) (at|until|from) <clock>", teach: []string{"schedule: works {0} {1}"}, opts: "clock echo2"},
		{on: "verb", form: "<routine>", teach: []string{"habit: {}"}, opts: "freq"},
		{on: "be", form: "(out of town|on vacation|on holiday|on sick leave|on parental leave|on maternity leave|traveling|travelling|sick|ill|in quarantine|off work|jet-lagged) <until>", teach: []string{"situation=: (is ){0} {1}"}, opts: "echo temporary"},
		{on: "be", form: "(on vacation|on holiday|on sick leave|on parental leave|on maternity leave)", teach: []string{"situation=: (is ){0}"}, opts: "echo temporary", not: "-"},
	}
}

// englishPlans is what somebody means to do.
func englishPlans() []row {
	return []row{
		{on: "any", form: "(planning to|planning on|intend to|intending to|plan to|plan on|aim to|aiming to) <vp>", teach: []string{"plan: plans to {}"}, not: "-", opts: "plan"},
		{on: "any", form: "(hoping to|hope to|want to|wanting to|dream of|dreaming of|trying to|would love to) <vp>", teach: []string{"goal: wants to {}"}, not: "-", opts: "life"},
		{on: "would", form: "(like|love|prefer) to be called <name>", teach: []string{"called: wants to be called {}"}},
		{on: "be", form: "planning (a|an|our|my) <act>", teach: []string{"plan: (is )planning a {}"}, not: "-", opts: "dated keepdate"},
		{on: "would", form: "(love to|like to) <vp>", teach: []string{"goal: wants to {}"}, opts: "life someday"},
		{on: "any", form: "(training for|preparing for|studying for|saving for|saving up for|working towards) <thing>", teach: []string{"goal: (is )preparing for {}"}, not: "-"},
		{on: "be", form: "(moving|relocating) to <place>", teach: []string{"plan: moving to {}"}, not: "-", opts: "keepdate"},
		{on: "be", form: "(going|flying|traveling|travelling|driving|heading|off) to <place>", teach: []string{"plan: going to {}"}, not: "-", opts: "dated keepdate"},
		{on: "be", form: "(visiting|meeting|seeing|hosting|interviewing|flying|launching|moving|presenting|attending|marrying|getting married|having surgery|having a party|starting a new job|starting at|starting school) <act>", teach: []string{"plan: {0} {1}"}, not: "-", opts: "dated keepdate echo"},
		{on: "future", form: "be (in|at|on) <act>", teach: []string{"plan: will be {0} {1}"}, not: "-", opts: "dated keepdate echo"},
		{on: "future", form: "<vp>", teach: []string{"plan: will {}"}, not: "-", opts: "plan"},
		{on: "verb", form: "~have (a|an|another|my|our|the) <occasion>", teach: []string{"appointment: has {}"}, not: "-", opts: "occasion keepdate"},
		{on: "verb", form: "~have (to|got to) <vp>", teach: []string{"plan: has to {}"}, opts: "dated keepdate"},
		{on: "verb", form: "~fly to <place>", teach: []string{"plan: flies to {}"}, opts: "dated keepdate"},
		{on: "any", form: "~book (a|an|the|my|our|) <occasion>", teach: []string{"appointment: booked {}"}, past: "=", opts: "occasion keepdate"},
		{on: "any", form: "(looking for|shopping for|in the market for|hunting for|looking to buy|want to buy|need to buy|need|want|buying|want to get|need to get|need to find|need ideas for|searching for) (a|an|some|) (gift|present|birthday gift|birthday present) for <act>", teach: []string{"need: looking for a gift for {}"}, opts: "need:gift"},
		{on: "any", form: "(looking for|shopping for|in the market for|hunting for|looking to buy|want to buy|need to buy|want to get|need to get|looking to get) (a|an|some|) <goods> for (my|our) <kin>", teach: []string{"need: looking for {1} for {2}"}, opts: "need:for"},
		{on: "verb", form: "need (a|an|some) (new|) <goods>", teach: []string{"need: looking for {}"}, opts: "need:thing concrete priced"},
		{on: "any", form: "(looking for|shopping for|in the market for|hunting for|looking to buy|need to buy) (a|an|some|) <goods>", teach: []string{"need: looking for {}"}, opts: "need:thing concrete"},
	}
}

// englishChanges is what became different.
func englishChanges() []row {
	return []row{
		{on: "any", form: "(~quit|~leave|~resign from|~lose) (my|our|the) job (at|with) <org>", teach: []string{"employer: works at {}"}, past: "=", opts: "gone event:change"},
		{on: "any", form: "(~quit|~leave|~lose) (my|the) job", teach: []string{"employer=: no longer works there"}, past: "=", opts: "gone event:change"},
		{on: "any", form: "(~get|) (laid off|let go|fired) (from|by) <org>", teach: []string{"employer: works at {}"}, past: "=", opts: "gone event:change"},
		{on: "any", form: "(~get|) (laid off|fired from my job|fired)", teach: []string{"employer=: no longer works there"}, past: "=", opts: "gone event:change"},
		{on: "any", form: "(~leave|~resign from) <org>", teach: []string{"employer: works at {}"}, past: "=", opts: "gone event:change"},
		{on: "any", form: "~retire", teach: []string{"role=retired: (is )retired"}, past: "=", opts: "event:change"},
		{on: "any", form: "(~get|) promoted to <role>", teach: []string{"role: works as a {}"}, past: "=", opts: "event:change"},
		{on: "any", form: "(~quit|~give up|~stop) (smoking|drinking|gambling|vaping)", teach: []string{"avoids=: gave up {0}"}, past: "=", opts: "echo2 event:change"},
		{on: "any", form: "(~stop|~quit) (using|taking|eating|drinking|playing|buying|wearing|watching|going to) <list>", teach: []string{"rejects: stopped {0} {1}"}, past: "=", opts: "echo2 many gone"},
		{on: "any", form: "~give up (on|) <thing>", teach: []string{"rejects: gave up {}"}, past: "=", opts: "gone"},
		{on: "any", form: "(~break up|~split up) with <act>", teach: []string{"marital=single: (is )single"}, past: "=", opts: "event:change lone"},
		{on: "any", form: "(broke up|split up)", teach: []string{"marital=single: (is )single"}, past: "=", opts: "event:change alone"},
		{on: "any", form: "(~get) (married|engaged|divorced)", teach: []string{"marital=: (is ){0}"}, past: "=", opts: "echo2 event:change"},
		{on: "any", form: "~have a (baby|baby girl|baby boy|daughter|son)", teach: []string{"family=: has a {0}"}, past: "=", opts: "echo event:change"},
		{on: "any", form: "(~cancel|~call off|~drop|~scrap) (my|our|the) <thing>", teach: []string{"plan: {}"}, past: "=", opts: "gone event:cancelled"},
		{on: "any", form: "(~decide|~choose) not to <vp>", teach: []string{"rejects: decided not to {}"}, past: "=", opts: "event:decision dropplan"},
		{on: "any", form: "(~decide|~choose) to <vp>", teach: []string{"plan: decided to {}"}, past: "=", opts: "event:decision"},
		{on: "any", form: "(~decide on|~settle on|~choose|going with|went with|~commit to) <thing>", teach: []string{"prefers: chose {}"}, past: "=", opts: "event:decision concrete"},
		{on: "any", form: "(~decide|~vote) against <thing>", teach: []string{"rejects: decided against {}"}, past: "=", opts: "event:decision"},
		{on: "any", form: "(~reject|~turn down|~rule out) <thing>", teach: []string{"rejects: turned down {}"}, past: "=", opts: "event:decision"},
		{on: "verb", form: "want to <vp> (anymore|any more|any longer)", not: "rejects: doesn't want to {}", opts: "dropplan life"},
		{on: "verb", form: "want <list>", not: "rejects: doesn't want {}", opts: "many brief"},
		{on: "verb", form: "want to <vp>", not: "rejects: doesn't want to {}", opts: "dropplan life"},
		{on: "any", form: "(passed away|died|put down)", teach: []string{"*=: died"}, past: "=", opts: "died event:change"},
		{on: "verb", form: "(~do|~handle|~offer|~take|~treat) <list>", opts: "scope", not: "none: "},
	}
}

// englishOrders is what the assistant is told to do from now on.
func englishOrders() []row {
	return []row{
		{on: "order", form: "(call|address) me <name>", teach: []string{"called: wants to be called {}"}, not: "not_called: does not want to be called {}"},
		{on: "order", form: "(refer to|call) (me) as <name>", teach: []string{"called: wants to be called {}"}, not: "not_called: does not want to be called {}"},
		{on: "order", form: "(answer|reply|respond|talk|speak|write) (to me|me|) in <langs>", teach: []string{"answer_language: wants answers in {}"}},
		{on: "order", form: "(keep|make) (your|all|all your|the) (answers|replies|responses|explanations|messages) <act>", teach: []string{"answer_style: wants answers {}"}},
		{on: "order", form: "(use|include|add|put|write) <act>", not: "never: don't {0} {1}", opts: "echo replies"},
		{on: "order", form: "(stop|quit) (using|recommending|suggesting|sending|offering|mentioning|asking|calling|showing|giving) <act>", teach: []string{"rejects: stop {0} {1}"}, opts: "echo2 pointing"},
		{on: "lasting", form: "<act>", teach: []string{"answer_style: {}"}, not: "never: don't {}"},
		{on: "never", form: "<act>", teach: []string{"never: never {}"}},
		{on: "order", form: "(use|recommend|suggest|send|offer|mention|show|give|buy|order|book) <act>", not: "rejects: don't {0} {1}", opts: "echo2 again"},
	}
}
