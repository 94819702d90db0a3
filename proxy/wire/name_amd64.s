#include "textflag.h"

// func skip(body []byte) int
//
// A long body is in no near cache by now: what comes a kilobyte later is asked for in time.
TEXT ·skip(SB), NOSPLIT, $0-32
	MOVQ body_base+0(FP), SI
	MOVQ body_len+8(FP), CX
	MOVQ SI, DI
	MOVQ $0x2222222222222222, AX // "
	MOVQ AX, X0
	PUNPCKLQDQ X0, X0
	MOVQ $0x6d6d6d6d6d6d6d6d, AX // m
	MOVQ AX, X1
	PUNPCKLQDQ X1, X1

block:
	CMPQ CX, $33
	JLT  done
	MOVOU (DI), X2
	PREFETCHT0 1024(DI)
	MOVOU 1(DI), X3
	MOVOU 16(DI), X4
	MOVOU 17(DI), X5
	PCMPEQB X0, X2
	PCMPEQB X1, X3
	PAND  X3, X2
	PCMPEQB X0, X4
	PCMPEQB X1, X5
	PAND  X5, X4
	POR   X4, X2
	PMOVMSKB X2, AX
	TESTL AX, AX
	JNZ  done
	ADDQ $32, DI
	SUBQ $32, CX
	JMP  block

done:
	SUBQ SI, DI
	MOVQ DI, ret+24(FP)
	RET
