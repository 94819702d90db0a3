package extract

// englishGrammar returns the words the English tables speak of, by class.
func englishGrammar() *grammar {
	g := &grammar{words: map[string]class{}, kin: map[string]string{}, attrs: map[string]attribute{}, rows: map[string][]*row{}}
	g.set(breaks, "neither nor because since so but when while if though although which who whom whose where unless whereas except cause cuz otherwise however then plus until once after before yet hence thus hopefully instead whenever wherever")
	g.set(verbal, "i you he she it we they is are was were am be been will would shall should could can may might must do does did has had not isn't aren't i'd")
	g.set(barred, "it that this you them him her me us what how why when where there everything anything something nothing all so too much being having one each other both these those which who whatever same most more less everywhere makes gets takes gives comes goes seems looks feels sounds the a an and or of very really just quite such being to doing going making getting thinking seeing knowing saying trying your myself yourself idea way lot bit kind sort here sure sorry glad happy hello hi yes no ok okay able about if as for like at in on by with from up down out over back again")
	g.set(adverb, "really also just currently now usually always often still actually already personally generally mostly mainly typically normally honestly definitely certainly absolutely truly totally completely absolutely recently lately only simply particularly especially extremely super very quite rather pretty fairly kinda somewhat slightly deeply strongly greatly much probably maybe perhaps possibly both sometimes occasionally regularly formerly previously originally basically literally simply finally even do does today")
	g.set(strong, "really absolutely totally completely extremely super very deeply strongly greatly truly definitely especially particularly so")
	g.set(mild, "quite rather kinda somewhat slightly fairly mildly sometimes occasionally little")
	g.set(vague, "probably maybe perhaps possibly guess might supposedly apparently")
	g.set(tail, "now today anymore too also either lately recently actually really though please again anyway btw lol haha right currently already ever well still and or to just then there here but alot moment much more it though! guys everyone folks if instead as for with of in at on by so first about around fluently perfectly natively")
	g.set(article, "a an the my our some any his her their its")
	g.set(role, "lead engineer developer programmer designer nurse doctor physician surgeon dentist vet veterinarian lawyer attorney teacher professor lecturer tutor student chef cook baker barista waiter waitress bartender pilot driver mechanic electrician plumber carpenter farmer gardener architect accountant auditor banker analyst scientist researcher manager director ceo cto cfo coo founder co-founder cofounder consultant contractor freelancer journalist reporter editor writer author translator interpreter photographer artist musician singer actor actress dancer librarian secretary receptionist assistant clerk cashier salesperson salesman saleswoman marketer recruiter technician paramedic firefighter policeman policewoman cop detective soldier officer sailor captain therapist psychologist psychiatrist counselor counsellor pharmacist optometrist physiotherapist midwife paediatrician pediatrician cardiologist radiologist oncologist dermatologist biologist chemist physicist mathematician statistician economist historian philosopher sociologist linguist geologist astronomer botanist zoologist coach trainer judge mayor politician diplomat entrepreneur investor trader broker realtor intern apprentice trainee postdoc undergrad undergraduate sophomore freshman retiree tailor jeweler butcher florist hairdresser barber beautician nanny babysitter housekeeper janitor guard plumber welder machinist operator supervisor foreman producer animator illustrator curator archaeologist sommelier brewer winemaker fisherman beekeeper blacksmith potter luthier electrician stonemason surveyor bookkeeper paralegal notary dietitian nutritionist caregiver homemaker housewife stay-at-home admin sysadmin devops administrator streamer youtuber blogger podcaster copywriter strategist planner organizer coordinator controller inspector ranger zookeeper")
	g.set(owned, "car bike bicycle motorcycle motorbike scooter house apartment flat condo cabin cottage boat van truck camper piano guitar violin cello drum drums keyboard ukulele laptop macbook iphone ipad phone pixel tablet kindle camera tesla desktop pc console playstation xbox switch printer telescope greenhouse garden allotment farm studio workshop drone watch tv bakery shop coupe sedan suv hatchback pickup e-bike tent kayak surfboard snowboard skis treadmill sewing loom kiln")
	g.set(living, "dog dogs cat cats puppy puppies kitten kittens parrot parrots rabbit rabbits hamster hamsters fish goldfish turtle tortoise horse horses pony bird birds budgie canary snake lizard gecko guinea chicken chickens hen hens goat goats ferret labrador retriever beagle poodle corgi terrier dachshund husky collie shepherd bulldog spaniel greyhound whippet dalmatian rottweiler doberman pug chihuahua mastiff pomeranian schnauzer dachshunds siamese ragdoll")
	g.set(action, "move relocate emigrate marry travel visit fly quit resign retire start launch open buy sell study apply switch change learn adopt renovate build write finish graduate run join leave have become lose gain save stop take attend organize host propose divorce emigrate found climb hike cycle swim publish lead paint compose record")
	g.set(routine, "go goes run swim swims cook cooks work works meditate walk walks cycle bike read reads eat eats drink drinks wake wakes sleep sleeps play plays train trains practice practise visit visits call calls have take takes meet meets drive drives commute commutes volunteer volunteers journal write writes jog jogs lift lifts hike hikes climb climbs dance sing paint paints fast skip watch listen do does stretch pray prays bake bakes clean stream blog")
	g.set(illness, "diabetes diabetic asthma asthmatic migraine migraines adhd autism autistic arthritis hypertension insomnia epilepsy epileptic anemia anaemia eczema psoriasis depression anxiety celiac coeliac ibs gout vertigo tinnitus scoliosis osteoporosis cancer glaucoma cataracts dyslexia pregnant deaf blind hypothyroidism hypothyroid endometriosis pcos sciatica fibromyalgia lupus hepatitis hiv copd prediabetic wheelchair concussion tendonitis hernia")
	g.set(remedy, "metformin insulin ibuprofen aspirin statins medication meds antidepressants antihistamines inhaler levothyroxine paracetamol warfarin lisinopril melatonin painkillers antibiotics pills steroids supplements vitamins")
	g.set(diet, "vegetarian vegan pescatarian flexitarian teetotal keto halal kosher paleo vegetarians vegans")
	g.set(marital, "single married engaged divorced widowed separated")
	g.set(tongue, "english chinese mandarin cantonese japanese korean french german spanish italian portuguese russian arabic hindi urdu bengali turkish dutch swedish norwegian danish finnish polish czech greek hebrew thai vietnamese indonesian malay swahili ukrainian hungarian romanian catalan farsi persian latin esperanto welsh irish")
	g.set(channel, "email e-mail emails e-mails phone call calls text texts sms whatsapp telegram wechat slack signal letter chat messenger teams zoom voicemail mail")
	g.set(occasion, "meeting appointment interview exam flight call dentist surgery wedding conference presentation deadline test checkup check-up doctor's demo viewing class lesson concert reservation party trip ceremony workshop recital match game hearing inspection delivery procedure scan session train webinar standup review final finals midterm")
	g.set(business, "bakery company shop store restaurant studio startup start-up farm cafe café agency clinic hotel bar gallery business nonprofit ngo charity bookshop bookstore salon gym brewery winery firm practice workshop factory school kindergarten bank hospital university college consultancy newspaper museum library lab laboratory ministry government supermarket pharmacy airline council garage florist publisher nursery orchard vineyard")
	g.set(numeral, "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million dozen half couple")
	g.set(currency, "dollars dollar euros euro pounds pound bucks yuan rmb usd eur gbp yen cents k grand rupees francs kr")
	g.set(belief, "muslim christian catholic protestant orthodox jewish buddhist hindu sikh atheist agnostic mormon quaker")
	g.set(placing, "countryside suburbs suburb downtown dorm village outskirts abroad overseas")
	g.set(national, "american british canadian australian german french italian spanish portuguese dutch belgian swiss austrian swedish norwegian danish finnish polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian chinese japanese korean vietnamese thai indonesian malaysian singaporean filipino indian pakistani bangladeshi nepali iranian iraqi israeli egyptian moroccan nigerian kenyan ethiopian ghanaian brazilian argentinian chilean mexican colombian peruvian cuban irish scottish welsh english taiwanese icelandic croatian serbian")
	g.set(listing, "and or")
	g.set(common, "home house there here work school town city abroad away free fun you me us now hours years days general particular hurry peace fact mind love trouble charge need want pain shock doubt theory bed class order time place person people guy man woman boy girl user member customer father mother parent brother sister friend one beginner lover fan morning night same computer number matter better never ever under after other whatever together another weather dinner winter summer letter paper water order either rather teacher's tomorrow today tonight hungry tired bored fine good great ok okay okay well sure sorry happy sad busy ready back done new old late early lost stuck confused sick ill sorry curious afraid glad wondering looking trying thinking going having asking writing using working good bad not so very really just only also still currently interested aware able about on in at with from of off down up out left right wrong serious kidding joking late")
	g.set(asked, "mention include scale center centre classify extract label pull write give show find tell help make fix run add check list translate summarize summarise explain draft create generate recommend suggest search look compare convert calculate book order send remind plan play grep ship commit push deploy rename refactor implement continue quiz scaffold review proofread rewrite cancel set turn open try describe design debug test update remove delete install clean sort filter print read parse analyze analyse build merge revert scan estimate propose outline brainstorm pick choose change edit improve shorten polish come go let keep take put charge deliver pull rebase format lint migrate rephrase paraphrase correct solve answer ask wait stop do be save teach tell walk name guess say count forget drop ignore remember")
	g.set(leading, "use keep talk speak answer reply respond call avoid stop put write include format address treat skip default stick prefer make commit run ask add send give book recommend suggest mention bring say")
	g.set(artifact, "regex regexp function script code query file class method list table essay summary title email letter text paragraph poem story outline draft answer reply response explanation example examples translation version sentence snippet component test tests bug error fix help advice tip tips idea ideas suggestion suggestions recommendation recommendations info information details explanation overview template prompt caption slogan bio intro post tweet haiku speech plan schedule workout formula command diagram chart spreadsheet page endpoint api json yaml sql html css header footer button")
	g.set(technical, "function functions method methods test tests ci build builds compile compiles compiler segfault stacktrace exception exceptions null nil pointer endpoint query queries table rows row column columns cell formula index container exits exit parser lexer regex variable variables token tokens css html sidebar header sticky commit commits committed diff constructor argument arguments float decimal string array loop handler middleware database sql cache flag deploy deploys deployment server api json yaml schema migration repo repository lint linter stack trace bug bugs error errors fails failing crash crashes crashed code module package import undefined typescript python kotlin golang rust docker kubernetes k8s npm pnpm branch merge rebase redirect redirects breakpoint breakpoints debugger onclick callback payload timeout hostname localhost symlink")
	g.set(weather, "weather raining rain rainy sunny hot cold freezing nippy humid snowing windy traffic outside")
	g.set(fleeting, "wish wished dream dreamed dreamt")
	g.set(fleeting, "think guess wonder wondering hope hoping know knew understand understood see saw mean meant feel felt believe suppose assume doubt agree disagree appreciate forgot forget remember remembered figure figured read heard say said tell told ask asked asking try tried trying notice noticed realize realized thought bet swear promise apologize thank care mind worry let guessing saying")
	g.set(mood, "stuck curious sorry sure glad happy confused tired bored hungry ready done here back lost afraid aware wondering good fine ok okay well great bad sad mad angry annoyed frustrated excited surprised impressed grateful thankful right wrong serious kidding joking cold hot sick busy late early gutted getting seeing")
	g.set(hollow, "the and for but not with from have has had just they them that this these those will been about then than there their want wants need needs does did really likes prefers also some more what when where which who how why all any can could would should into over under out off our your his her its was were are is am be being one two get got getting go going goes went come came make made take took put say said good well very much many still only even here now today please pls btw fyi ok okay yes no hi hello hey thanks thank too like love back new thing things stuff lot bit way time day week month year morning night home work working use using used keep kept give gave find found see look looking tell know think because so if or as at on in of to by up down it i we my me us you he she if ll ve re don t s isn won every each always never again ever another other first last next same own whole anything something nothing everything someone quite rather maybe perhaps actually already yet since until while ago around near per between after before through during without within against once twice both few little big small old great nice best better right sure left long short high low")
	for id, words := range map[string]string{
		"mother":  "mother mom mum mama mommy mummy ma",
		"father":  "father dad daddy papa pa",
		"parents": "parents folks",
		"wife":    "wife", "husband": "husband hubby",
		"partner":    "partner spouse fiance fiancé fiancee fiancée",
		"girlfriend": "girlfriend gf", "boyfriend": "boyfriend bf",
		"son": "son sons", "daughter": "daughter daughters",
		"child":   "child children kid kids baby toddler twins",
		"brother": "brother brothers bro", "sister": "sister sisters",
		"grandmother": "grandmother grandma granny nana gran", "grandfather": "grandfather grandpa granddad",
		"grandparents": "grandparents", "grandson": "grandson", "granddaughter": "granddaughter", "grandchild": "grandchildren grandchild",
		"aunt": "aunt auntie", "uncle": "uncle", "cousin": "cousin cousins", "nephew": "nephew nephews", "niece": "niece nieces",
		"mother-in-law": "mother-in-law", "father-in-law": "father-in-law", "brother-in-law": "brother-in-law", "sister-in-law": "sister-in-law",
		"boss": "boss manager supervisor", "colleague": "colleague coworker co-worker colleagues coworkers teammate", "assistant": "secretary",
		"friend": "friend friends", "roommate": "roommate roommates flatmate housemate", "neighbor": "neighbor neighbour neighbors neighbours",
		"doctor": "doctor gp", "dentist": "dentist", "therapist": "therapist", "teacher": "teacher professor advisor supervisor's tutor coach",
		"landlord": "landlord landlady", "lawyer": "lawyer", "accountant": "accountant", "client": "client customer", "ex": "ex ex-wife ex-husband",
		"team": "team", "company": "company firm startup employer",
		"dog": "dog puppy labrador beagle poodle corgi terrier dachshund husky greyhound whippet dalmatian rottweiler doberman pug chihuahua mastiff pomeranian schnauzer", "cat": "cat kitten siamese ragdoll", "pet": "pet", "parrot": "parrot", "rabbit": "rabbit bunny",
		"hamster": "hamster", "horse": "horse pony", "tortoise": "tortoise turtle", "fish": "goldfish",
	} {
		for _, w := range literal(words) {
			g.kin[w] = id
		}
	}
	for words, a := range map[string]attribute{
		"name|full name|first name|real name": {"name", "person", "(is )named {}", ""},
		"last name|surname|family name":       {"name", "person", "last name {}", "last name"},
		"nickname":                            {"called", "person", "goes by {}", ""},
		"pronouns":                            {"pronouns", "pronouns", "uses {} pronouns", ""},
		"birthday|date of birth|birth date":   {"birthday", "date", "birthday {}", ""},
		"wedding anniversary|anniversary":     {"birthday", "date", "anniversary {}", "anniversary"},
		"age":                                 {"age", "num", "(is ){} years old", ""},
		"budget|max budget|maximum budget|total budget|price limit|spending limit": {"budget", "money", "budget {}", ""},
		"hometown|home town": {"hometown", "place", "(is )from {}", ""},
		"job|profession|occupation|job title|title|position|current role|day job": {"role", "act", "works as {}", ""},
		"employer": {"employer", "org", "works at {}", ""},
		"native language|mother tongue|first language": {"native_language", "langs", "speaks {} natively", ""},
		"shoe size": {"size", "num", "shoe size {}", "shoes"},
		"shirt size|t-shirt size|clothing size|dress size|ring size|size": {"size", "act", "size {}", "clothes"},
		"height":                          {"height", "num", "(is ){} tall", ""},
		"weight":                          {"weight", "num", "weighs {}", ""},
		"blood type|blood group":          {"blood_type", "act", "blood type {}", ""},
		"salary|income":                   {"income", "money", "earns {}", ""},
		"time zone|timezone":              {"time_zone", "act", "time zone {}", ""},
		"hobby|hobbies|interests|passion": {"likes", "list", "likes {}", ""},
		"major":                           {"major", "thing", "studies {}", ""},
		"specialty|speciality|specialization|field": {"specialty", "thing", "specialises in {}", ""},
		"goal|goals|dream":                          {"goal", "act", "wants {}", ""},
		"tracking number|tracking code|order number|confirmation number|booking reference|confirmation code|booking number":                                                                                                                       {"tracking", "code", "= {}", "="},
		"appointment|meeting|interview|flight|exam|surgery|wedding|presentation|dentist appointment|doctor's appointment|doctor appointment|train|checkup|driving test|job interview|final exam|thesis defense|thesis defence|performance review": {"appointment", "when", "= {}", "="},
		"deadline":                    {"deadline", "when", "deadline {}", ""},
		"pet peeve|biggest pet peeve": {"dislikes", "act", "dislikes {}", ""},
		"diet":                        {"diet", "diet", "(is ){}", ""},
		"phone|car|laptop|computer|bike|camera|tablet|watch|tv|printer|router|phone model|machine|work laptop|guitar|piano|boat|van|truck|motorcycle|scooter|favourite mug|house|apartment|flat": {"owns", "act", "= (is ){}", "="},
		"editor|ide|shell|operating system|os|browser|stack|tech stack|database|framework|text editor|terminal|package manager|linter|password manager":                                          {"uses", "act", "= (is ){}", "="},
		"commute|schedule|office hours|working hours|work hours|lunch break|day off":                                                                                                             {"schedule", "act", "= (is ){}", "="},
		"preferred channel|preferred contact method|preferred way of contact":                                                                                                                    {"preferred_channel", "channel", "prefers {}", ""},
		"address|home address|shipping address|mailing address":                                                                                                                                  {"home", "act", "address {}", "address"},
		"project lead|team lead|tech lead|contact person|account manager|product owner|project manager|point of contact":                                                                         {"status", "person", "= is {}", "="},
		"seat preference|meal preference|room preference|seating preference":                                                                                                                     {"prefers", "act", "= (is ){}", "="},
		"preferred name":     {"called", "person", "wants to be called {}", ""},
		"preferred language": {"answer_language", "langs", "wants answers in {}", ""},
	} {
		for _, w := range splitBar(words) {
			g.attrs[w] = a
		}
	}
	g.leads = leads("and|but|so|also|well|yes|yeah|yep|no|nope|ok|okay|oh|hi|hello|hey|by the way|btw|fyi|actually|honestly|as you know|just so you know|for your information|please note that|note that|for context|some context|context|for reference|you should know that|you should know|i should mention that|i should mention|i forgot to mention that|i forgot to mention|i have to say|to be honest|in fact|anyway|because|since|plus|then|now|right now|at the moment|these days|nowadays|currently|today|recently|lately|that said|in general|for the record|the thing is|turns out|i am afraid|good news|great news|bad news|guess what|update|quick update|you see|as i said|like i said|as i mentioned|thanks|thank you|perfect|great|cool|sure|right|haha|hmm|um|uh|ah|wow|unfortunately|fortunately|luckily|sadly|personally|basically|obviously|which means|meaning|first|second|finally|besides|moreover|however|although|though|even though|while|still|yet|as|usually|normally|typically|generally|and then|and also|i mean|let me tell you")
	for _, r := range englishRows() {
		r := r
		r.compile()
		g.index(&r)
	}
	return g
}

// index files a row under the words its form may begin with; forms that begin
// with a slot are tried everywhere.
func (g *grammar) index(r *row) {
	for _, w := range r.compiled.firsts() {
		if w[0] == '<' {
			w = "<"
		}
		g.rows[w] = append(g.rows[w], r)
	}
}
