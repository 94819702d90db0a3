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

// place puts the block into the request, set apart by a blank line.
func place(req *wire.Request, where, text string) (body []byte, at int, insert []byte, err error) {
	switch where {
	case userPrefix:
		return req.Insert(wire.UserPrefix, text+"\n\n")
	case systemSuffix:
		return req.Insert(wire.SystemSuffix, "\n\n"+text)
	}
	return req.Insert(wire.UserSuffix, "\n\n"+text)
}
