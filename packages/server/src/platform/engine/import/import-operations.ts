import { ApiError, localize, type OnConflict, type Values } from '@gantry/core';
import type { AuditDraft } from '../../audit/audit-entry.ts';
import type { Caller } from '../../context/context.ts';
import type { Row, Tx } from '../../store/database.ts';
import { lockRows } from '../../store/records.ts';
import type { Engine, Plan } from '../engine.ts';
import type { OperationResult } from '../operation.ts';
import { findOperation, type Prepared, prepareOperation } from '../run-operation.ts';
import { runInSavepoint } from '../savepoint.ts';
import type { ImportReport, Line } from './import-rows.ts';

/** How an entity that creates or updates in its own way takes lines: one by one, each whole or not at all. */
export interface LineRunner {
  run(tx: Tx, lines: readonly { line: Line; id: number | null }[], counter: ImportReport): Promise<AuditDraft[]>;
}

/**
 * A refusal whose data says `duplicateOf` is skipped where duplicates are: only the operation can tell them.
 * The operation is prepared for every line before the transaction is open; null when the engine does it by itself.
 */
export async function createLineRunner(
  engine: Engine,
  plan: Plan,
  verb: 'create' | 'update',
  lines: readonly Line[],
  { onConflict, isSettled }: { readonly onConflict: OnConflict; readonly isSettled: boolean },
  caller: Caller,
): Promise<LineRunner | null> {
  const operation = findOperation(engine, plan, verb);
  if (!operation) return null;
  const prepared = new Map<Line, Prepared>();
  for (const line of lines) {
    const input = verb === 'create' ? line.values : changeable(plan, line.given);
    prepared.set(line, await prepareOperation(engine, plan, operation, verb, { id: null, input, isSettled }, caller));
  }
  return {
    async run(tx, given, counter) {
      const audit: AuditDraft[] = [];
      for (const { line, id } of given) {
        try {
          const row = id === null ? null : await oneRow(engine, plan, tx, id);
          const result = await runInSavepoint(tx, async () =>
            notWaiting(await prepared.get(line)?.run(tx, row), caller),
          );
          if (verb === 'create') counter.created += 1;
          else counter.updated += 1;
          audit.push(...[result?.audit ?? []].flat());
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (onConflict === 'skip' && error.detail.data?.duplicateOf !== undefined) counter.skipped += 1;
          else counter.reject(line.line, error.detail.errors ?? { line: [error.detail.message ?? error.problem] });
        }
      }
      return audit;
    },
  };
}

const waits = {
  zh: '超过双人审批的限额，不能导入，请逐条提交审批',
  en: 'This exceeds a two-person approval limit. Save it one by one to request approval.',
} as const;

/** A file is done with once it is read: no line of it waits for another admin. */
function notWaiting(result: OperationResult | undefined, { locale }: Caller): OperationResult | undefined {
  if (result?.waits !== undefined) throw new ApiError('stateConflict', { message: localize(waits, locale) });
  return result;
}

function changeable(plan: Plan, given: Values): Values {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in plan.update.fields));
}

async function oneRow(engine: Engine, plan: Plan, tx: Tx, id: number): Promise<Row> {
  const [row] = await lockRows(tx, engine.services.database.dialect, plan.resource, [id]);
  if (!row) throw new ApiError('notFound');
  return row;
}
