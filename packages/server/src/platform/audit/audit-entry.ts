import type { Row } from '../store/database.ts';

/** What a change says of itself; who and when are added by the audit room. */
export interface AuditDraft {
  readonly resource: string;
  readonly resourceId: number | null;
  readonly action: string;
  readonly result?: 'ok' | 'denied' | 'error';
  readonly reason?: string | null;
  /** Only changed fields, secrets left out. */
  readonly before?: Row | null;
  readonly after?: Row | null;
  /** Records that one row stands for: a set of an import or a batch is one row with its items in `after`. */
  readonly count?: number;
}
