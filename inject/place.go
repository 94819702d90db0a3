package inject

import (
	"mneme/policy"
	"mneme/proxy/wire"
)

// placementOf returns where the tenant wants the block.
func placementOf(r *policy.Ruling) string {
	if r.Settings == nil || r.Settings.Placement == "" {
		return userSuffix
	}
	return r.Settings.Placement
}

// place splices the block into the request, set apart by a blank line.
func place(req *wire.Request, where, text string) ([]byte, error) {
	switch where {
	case userPrefix:
		return req.Splice(wire.UserPrefix, text+"\n\n")
	case systemSuffix:
		return req.Splice(wire.SystemSuffix, "\n\n"+text)
	}
	return req.Splice(wire.UserSuffix, "\n\n"+text)
}
