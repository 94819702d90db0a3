package memory

import "testing"

func TestCommonWordsAreThemselves(t *testing.T) {
	f := func(word string, want bool) {
		t.Helper()
		if got, common := Common([]byte(word)); common != want || common && got != word {
			t.Errorf("Common(%q) = %q, %v", word, got, common)
		}
	}
	for _, word := range []string{
		string(Episodic), string(Semantic), string(Procedural), string(Current), string(Superseded), string(Expired), string(Archived),
		string(UserDirect), string(OfficialDocument), string(Verified), string(AIInference),
		KindIdentity, KindRelation, KindState, KindPreference, KindProhibition, KindPlan, KindNeed, PredicateStatement,
		EventMessage, EventDecision, EventExperience, EventQuestion, string(RoleUser), string(RoleAssistant),
	} {
		f(word, true)
	}
	f("", false)
	f("users", false)
	f("Episodic", false)
	f("她对花生过敏", false)
}
