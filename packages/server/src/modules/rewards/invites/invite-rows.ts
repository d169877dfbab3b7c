import { inviteRecord } from '@gantry/core';
import type { AuditDraft } from '../../../platform/audit/audit-trail.ts';
import { createChangedDraft, pickDiffering } from '../../../platform/engine/changes.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../../platform/settings/settings-types.ts';
import type { Cell, Reader, RowOf } from '../../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';

export type InviteRisk = 'inviterNetwork' | 'manyFromNetwork' | 'sameMailbox' | 'dailyLimit' | 'inactive';

/** The risks that a record already has. */
export function parseRisks(row: RowOf<'invite_records'>): InviteRisk[] {
  return typeof row.risk_flags === 'string' ? (JSON.parse(row.risk_flags) as InviteRisk[]) : [];
}

/** Returns the columns for these risks, added to the existing ones. */
export function toRiskCells(row: RowOf<'invite_records'>, risks: readonly InviteRisk[]): Record<string, Cell> {
  const all = [...new Set([...parseRisks(row), ...risks])];
  return { risk: all.length > 0 ? 'flagged' : 'none', risk_flags: all.length > 0 ? JSON.stringify(all) : null };
}

/** A change of a record, with its audit entry. */
export interface InviteChange {
  readonly row: RowOf<'invite_records'>;
  readonly audit: AuditDraft;
}

/** Writes columns of a locked record; `by` is the acting admin, null for the system. */
export async function changeInvite(
  { tx, dialect, at }: TxContext,
  row: RowOf<'invite_records'>,
  action: string,
  cells: Readonly<Record<string, Cell>>,
  by: number | null,
): Promise<InviteChange> {
  const after = await changeRecord(tx, dialect, inviteRecord, row, cells, { by, at });
  return { row: after, audit: createChangedDraft(inviteRecord, action, row, pickDiffering(row, cells)) };
}

/** Inserts a record with the status registered. Returns its row. */
export async function addInvite(
  { tx, dialect, at }: TxContext,
  values: Readonly<Record<string, unknown>>,
  { networkHash, mailboxHash }: { readonly networkHash: string | null; readonly mailboxHash: string | null },
): Promise<RowOf<'invite_records'>> {
  const row = createRow(inviteRecord, values, { by: null, at });
  const [id = 0] = await insertRecords(tx, dialect, inviteRecord, [row]);
  const hashes = { network_hash: networkHash, mailbox_hash: mailboxHash };
  return tx.updateTable('invite_records').set(hashes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** The invite settings, and the time zone that determines the day. */
export interface InviteTerms extends GroupValues<'system', 'invite'> {
  readonly timezone: string;
}

/** @param through the caller's open transaction, if any: it must not wait for a second connection */
export async function readInviteTerms(settings: SettingsReader, through?: Reader): Promise<InviteTerms> {
  const { timezone } = await settings.read('system', 'site', through);
  const { enabled, trigger, asset, creditDays, coolDays, ...rest } = await settings.read('system', 'invite', through);
  const { inviterReward, inviteeReward, percentBps, maxPerDay, sameNetworkLimit } = rest;
  const amounts = { inviterReward, inviteeReward, percentBps };
  return { timezone, enabled, trigger, asset, creditDays, coolDays, maxPerDay, sameNetworkLimit, ...amounts };
}
