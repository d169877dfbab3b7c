import { admins, defineCalls } from '../../definition/index.ts';

/** Calls on the complete ledger. */
export const ledgerCalls = defineCalls({
  ledgerVerify: {
    path: '/ledger/verify',
    label: { zh: '核对账目', en: 'Verify the ledger' },
    roles: admins,
    area: 'risk',
    reads: true,
    seconds: 120,
    input: {},
  },
});

/** An invariant of the ledger, and whether it holds. */
export interface LedgerPromise {
  readonly no: number;
  /** In the language of the caller. */
  readonly name: string;
  readonly ok: boolean;
  /** The first row that violates it; null when none does. */
  readonly first: string | null;
}

export interface LedgerVerifyAnswer {
  /** Whether every invariant holds. */
  readonly ok: boolean;
  /** UTC milliseconds. */
  readonly checkedAt: number;
  readonly invariants: readonly LedgerPromise[];
}
