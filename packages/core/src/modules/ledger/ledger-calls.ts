import { admins, defineCalls } from '../../definition/index.ts';

/** Calls about the books as a whole. */
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

/** One invariant of the ledger, and whether it holds. */
export interface LedgerPromise {
  readonly no: number;
  /** In the caller's language. */
  readonly name: string;
  readonly ok: boolean;
  /** The first row that breaks it; null when none does. */
  readonly first: string | null;
}

export interface LedgerVerifyAnswer {
  /** Every invariant holds. */
  readonly ok: boolean;
  /** UTC ms. */
  readonly checkedAt: number;
  readonly invariants: readonly LedgerPromise[];
}
