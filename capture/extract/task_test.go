package extract

import "testing"

// What has not happened to an order is a state of its own, never the state itself.
func TestAStateIsReadWithItsNegation(t *testing.T) {
	for text, want := range map[string]string{
		"order 8812 has shipped":                "shipped",
		"order 8812 has not shipped yet":        "not arrived",
		"order 1003 was not cancelled":          "not cancelled",
		"order 77 was not delivered":            "not delivered",
		"ticket 12 has never been resolved":     "not resolved",
		"ticket 12 is yet to be closed":         "not closed",
		"no refund for order 5":                 "not refunded",
		"not order 5 but order 6 was cancelled": "cancelled",
		"i do not know why it was cancelled":    "cancelled",
		"订单8812已发货":                             "已发货",
		"订单8812还没发货":                            "未发货",
		"订单8812到现在还没有给我发货":                      "未发货",
		"订单300还未签收":                             "未签收",
		"订单8812没收到":                             "未到",
		"订单8812还没到":                             "未到",
		"工单12没有关单":                              "未关闭",
		"订单8812没到之前就取消了":                        "已取消",
		"没想到订单8812取消了":                          "已取消",
		"卖家不给退款了":                               "未退款",
	} {
		chinese := text[0] > 0x7f
		if got := stateIn(text, chinese); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
