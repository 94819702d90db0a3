#include "textflag.h"

// func plain(b []byte) (n int, wide, escaped bool)
TEXT ·plain(SB), NOSPLIT, $0-34
	MOVQ b_base+0(FP), SI
	MOVQ b_len+8(FP), CX
	MOVQ SI, DI
	MOVQ $0x2222222222222222, AX // "
	MOVQ AX, X0
	PUNPCKLQDQ X0, X0
	MOVQ $0x5c5c5c5c5c5c5c5c, AX // backslash
	MOVQ AX, X1
	PUNPCKLQDQ X1, X1
	MOVQ $0x1f1f1f1f1f1f1f1f, AX // the last control character
	MOVQ AX, X2
	PUNPCKLQDQ X2, X2
	PXOR X7, X7
	XORL R8, R8

block:
	CMPQ CX, $16
	JLT  done
	MOVOU (DI), X3
	MOVO  X3, X4
	MOVO  X3, X5
	MOVO  X3, X6
	POR   X3, X7
	PCMPEQB X0, X4
	PCMPEQB X1, X5
	PMINUB X2, X6
	PCMPEQB X3, X6
	POR   X5, X4
	POR   X6, X4
	PMOVMSKB X4, AX
	TESTL AX, AX
	JNZ  found
	ADDQ $16, DI
	SUBQ $16, CX
	JMP  block

found:
	BSFL AX, AX
	ADDQ AX, DI
	SUBQ AX, CX
	MOVBLZX (DI), AX
	CMPL AX, $0x5c
	JNE  done
	CMPQ CX, $2
	JLT  done
	MOVBLZX 1(DI), AX
	CMPL AX, $0x6e // n
	JEQ  escape
	CMPL AX, $0x22 // "
	JEQ  escape
	CMPL AX, $0x5c // backslash
	JEQ  escape
	CMPL AX, $0x74 // t
	JEQ  escape
	CMPL AX, $0x72 // r
	JEQ  escape
	CMPL AX, $0x2f // /
	JEQ  escape
	CMPL AX, $0x62 // b
	JEQ  escape
	CMPL AX, $0x66 // f
	JNE  done

escape:
	MOVL $1, R8
	ADDQ $2, DI
	SUBQ $2, CX
	JMP  block

done:
	PMOVMSKB X7, BX
	TESTL BX, BX
	SETNE wide+32(FP)
	MOVB R8, escaped+33(FP)
	SUBQ SI, DI
	MOVQ DI, n+24(FP)
	RET
