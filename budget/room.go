package budget

// MaxShare is the largest part of a context window that a block may take,
// whatever is configured.
const MaxShare = 0.20

const (
	// bytesPerToken bounds a prompt's tokens from its bytes: JSON of English
	// prose has 4 to 5 bytes a token, of Chinese and of code 3 and more.
	bytesPerToken = 3
	// unsaidReply is kept for the answer when the request does not say how long
	// it may be; in a small window a quarter of it.
	unsaidReply = 4_096
)

// Room is what decides how large a memory block may be. Sizes are in tokens
// unless they say otherwise.
type Room struct {
	Window      int     // the model's context window
	Share       float64 // of the window, 0..1
	Cap         int     // at most this many
	Asked       int     // a lower number asked for by the request; 0: none
	PromptBytes int     // of the request as it came
	MaxTokens   int     // kept for the answer; 0: not said
}

// Allowance returns how many tokens the block may have, 0 when there is no room:
// the least of the cap, the share of the window (never above MaxShare of it), what
// was asked for, and what the prompt and the answer leave.
func (r Room) Allowance() int {
	share := min(r.Share, MaxShare)
	room := min(r.Cap, int(share*float64(r.Window)))
	if r.Asked > 0 {
		room = min(room, r.Asked)
	}
	reply := r.MaxTokens
	if reply <= 0 {
		reply = min(unsaidReply, r.Window/4)
	}
	room = min(room, r.Window-r.PromptBytes/bytesPerToken-reply)
	return max(room, 0)
}

const (
	blobBytes = 4 << 10 // a JSON string of this length without a blank is an image, a sound, a file
	blobCost  = 5_000   // bytes that such a blob counts as: some 1,600 tokens, a large image
)

// Excess returns how many bytes of a JSON string do not count for a prompt's tokens: base64
// of images, sounds and files counts only as much as providers bill for a large image.
func Excess(s []byte) int {
	if len(s) >= blobBytes && isBlob(s) {
		return len(s) - blobCost
	}
	return 0
}

// isBlob looks at the middle of a string, where no text is that long without a blank or
// an escape and beyond ASCII.
func isBlob(s []byte) bool {
	middle := s[len(s)/2-256 : len(s)/2+256]
	for _, b := range middle {
		letter := b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9'
		if !letter && b != '+' && b != '/' && b != '-' && b != '_' && b != '=' {
			return false
		}
	}
	return true
}
