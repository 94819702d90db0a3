package memory

// Common returns the constant of a word that records repeat, such as a layer or a status, and
// whether it is one. Who reads records keeps the constant instead of a copy in each: that is
// thousands of strings less, and to compare a constant with itself takes no look at its letters.
func Common(word []byte) (string, bool) {
	switch string(word) {
	case string(Episodic):
		return string(Episodic), true
	case string(Semantic):
		return string(Semantic), true
	case string(Procedural):
		return string(Procedural), true
	case string(Current):
		return string(Current), true
	case string(Superseded):
		return string(Superseded), true
	case string(Expired):
		return string(Expired), true
	case string(Archived):
		return string(Archived), true
	case string(UserDirect):
		return string(UserDirect), true
	case string(OfficialDocument):
		return string(OfficialDocument), true
	case string(Verified):
		return string(Verified), true
	case string(AIInference):
		return string(AIInference), true
	case KindIdentity:
		return KindIdentity, true
	case KindRelation:
		return KindRelation, true
	case KindState:
		return KindState, true
	case KindPreference:
		return KindPreference, true
	case KindProhibition:
		return KindProhibition, true
	case KindPlan:
		return KindPlan, true
	case KindNeed:
		return KindNeed, true
	case PredicateStatement:
		return PredicateStatement, true
	case EventMessage:
		return EventMessage, true
	case EventDecision:
		return EventDecision, true
	case EventExperience:
		return EventExperience, true
	case EventQuestion:
		return EventQuestion, true
	case string(RoleUser):
		return string(RoleUser), true
	case string(RoleAssistant):
		return string(RoleAssistant), true
	}
	return "", false
}
