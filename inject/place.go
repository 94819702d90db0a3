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
func place(req *wire.Request, where string, b *block) (body []byte, at int, insert []byte, err error) {
	apart := b.apart
	if apart == "" {
		apart = blankLine + b.text + blankLine
	}
	behind, before := apart[:len(apart)-len(blankLine)], apart[len(blankLine):]
	switch where {
	case userPrefix:
		return req.Insert(wire.UserPrefix, before)
	case systemSuffix:
		return req.Insert(wire.SystemSuffix, behind)
	}
	return req.Insert(wire.UserSuffix, behind)
}
