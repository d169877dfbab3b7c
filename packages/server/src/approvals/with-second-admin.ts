import { type ApprovalKind, approval, Fault, type Locale, say, type Words } from '@gantry/core';
import { Accepted } from '../http/call.ts';
import { newNumber } from '../orders/order-number.ts';
import type { Operation, OperationCall, OperationResult } from '../resources/operation.ts';
import { inSavepoint } from '../resources/savepoint.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { insertRecords, newRow } from '../store/records.ts';
import { type ApprovalLimits, readLimits, type Subject } from './subject.ts';
import { subjects } from './subjects.ts';

const hourMs = 3_600_000;

const words = {
  waits: (no: string): Words => ({
    zh: `已提交审批 ${no}，等另一位管理员批准`,
    en: `Approval ${no} waits for another admin`,
  }),
  already: (no: string): Words => ({
    zh: `审批 ${no} 还在等待，请先处理`,
    en: `Approval ${no} of this waits already; deal with it first`,
  }),
} as const;

interface Prepared {
  readonly limits: ApprovalLimits;
  readonly inner: unknown;
}

/** What was only tried is undone. */
class Tried extends Error {}

/** Does it and takes it back, so that what is refused anyway is refused at once and asks nobody. */
async function tryOut({ tx }: OperationCall, work: () => Promise<unknown>): Promise<void> {
  try {
    await inSavepoint(tx, async () => {
      await work();
      throw new Tried();
    });
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
  }
}

async function refuseSecond({ tx, row, caller }: OperationCall, kind: ApprovalKind): Promise<void> {
  if (kind === 'adjustBalance' || row === null) return;
  const open = await tx
    .selectFrom('approvals')
    .select('no')
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .where('record_id', '=', Number(row.id))
    .executeTakeFirst();
  if (!open) return;
  const message = say(words.already(String(open.no)), caller.locale);
  throw new Fault('stateConflict', { message, data: { state: 'pending', approval: open.no } });
}

async function askForSecond(
  call: OperationCall,
  kind: ApprovalKind,
  { isAbove: _above, tried: _tried, ...subject }: Subject,
  { hours, timezone }: ApprovalLimits,
): Promise<OperationResult> {
  const { tx, services, caller, row, input } = call;
  const at = services.clock();
  const no = newNumber('A', at, timezone);
  const expiresAt = at + hours * hourMs;
  const by = caller.actor.id;
  const values = { no, kind, ...subject, recordId: row && Number(row.id), input, requesterId: by, expiresAt };
  const [id = 0] = await insertRecords(tx, services.database.dialect, approval, [newRow(approval, values, { by, at })]);
  const waits = waitingWords(no, caller.locale);
  const { reason, ...what } = subject;
  return {
    data: new Accepted({ waits: true, approvalId: id, approval: no, status: 'pending', expiresAt, message: waits }),
    waits,
    audit: { resource: approval.name, resourceId: id, action: 'request', reason, after: { kind, ...what } },
  };
}

const waitingWords = (no: string, locale: Locale) => say(words.waits(no), locale);

/** A money action that, above its limit, only asks for a second admin; below it, it is done as ever. */
export function withSecondAdmin(settings: SettingsReader, kind: ApprovalKind, operation: Operation): Operation {
  return {
    ...operation,
    prepare: async (call): Promise<Prepared> => ({
      limits: await readLimits(settings),
      inner: await operation.prepare?.(call),
    }),
    async run(call, prepared) {
      const { limits, inner } = prepared as Prepared;
      const subject = await subjects[kind](call, limits, inner);
      if (!subject.isAbove) return operation.run(call, inner);
      await refuseSecond(call, kind);
      const tried = { ...call, input: subject.tried ?? call.input };
      await tryOut(call, () => operation.run(tried, inner));
      return askForSecond(call, kind, subject, limits);
    },
    after: async (call, data) => (data instanceof Accepted || !operation.after ? data : operation.after(call, data)),
  };
}
