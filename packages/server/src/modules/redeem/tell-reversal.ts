import { type LocalizedText, notice } from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-trail.ts';
import { createDayOf } from '../../platform/context/day-of.ts';
import { createCreatedDraft } from '../../platform/engine/changes.ts';
import type { OperationCall } from '../../platform/engine/operation.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { ReversalCells } from './reverse-redemption.ts';

/** The labels of credits and the time zone for the notification of a user. */
export interface ReversalWords {
  readonly names: Readonly<Record<'coin' | 'compute', LocalizedText>>;
  readonly timezone: string;
}

export async function readReversalWords(settings: SettingsReader): Promise<ReversalWords> {
  const { coinName, computeName } = await settings.read('front', 'assets');
  const { timezone } = await settings.read('system', 'site');
  return { names: { coin: { zh: coinName, en: 'coins' }, compute: { zh: computeName, en: 'compute' } }, timezone };
}

/** For so long it is shown, in ms. */
const shownFor = 90 * 86_400_000;
const dayOf = createDayOf();

/** What came back, a part each, in both languages. */
function partsOf(cells: ReversalCells, { names }: ReversalWords): LocalizedText[] {
  const credits = (['coin', 'compute'] as const).flatMap((asset) => {
    const amount = Number(cells[`reclaimed_${asset}`] ?? 0);
    return amount === 0 ? [] : [{ zh: `${amount} ${names[asset].zh}`, en: `${amount} ${names[asset].en}` }];
  });
  const days = cells.reclaimed_days;
  if (days === null) return [...credits, { zh: '永久会员', en: 'a lifetime membership' }];
  return Number(days) === 0
    ? credits
    : [...credits, { zh: `${Number(days)} 天会员`, en: `${Number(days)} days of membership` }];
}

/** Reclaimed credits may be owed; days never are, nor credits above the limit of debts. */
function owedOf({ reclaimed_coin: coin, reclaimed_compute: compute }: ReversalCells): LocalizedText {
  if (Number(coin ?? 0) + Number(compute ?? 0) === 0) return { zh: '', en: '' };
  return { zh: '其中余额不足以扣回的点数记为欠额。', en: 'The part your balance did not cover was recorded as debt. ' };
}

/**
 * Notifies the user of a reversed redemption by a personal announcement in both languages: when they redeemed it and what was
 * reclaimed. It names neither the code nor the admin's reason, and is not sent to an erased user.
 */
export async function notifyReversal(
  { tx, services, caller, row }: OperationCall<'redemptions'>,
  cells: ReversalCells,
  words: ReversalWords,
): Promise<AuditDraft | null> {
  const userId = row.user_id;
  const person = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!person || person.status === 'deleted') return null;
  const at = services.clock();
  const day = dayOf(row.created_at, words.timezone);
  const parts = partsOf(cells, words);
  const owed = owedOf(cells);
  const [zh, en] = [parts.map((part) => part.zh).join('、'), parts.map((part) => part.en).join(', ')];
  const reported = createRow(
    notice,
    {
      ...{ title: '兑换已被收回', titleEn: 'A redemption was reversed' },
      content: `您于 ${day} 兑换的权益已被收回${zh === '' ? '' : `：${zh}`}。${owed.zh}如有疑问，请联系客服。`,
      contentEn: `The benefits you redeemed on ${day} were reclaimed${en === '' ? '' : `: ${en}`}. ${owed.en}If you have questions, contact support.`,
      ...{ type: 'notice', level: 'warn', display: 'bell', audience: 'chosen', startAt: at, endAt: at + shownFor },
    },
    { by: caller.actor.id, at },
  );
  reported.status = 'published';
  const [id = 0] = await insertRecords(tx, services.database.dialect, notice, [reported]);
  const recipient = { notice_id: id, user_id: userId, created_at: at };
  await tx.insertInto('notice_recipients').values(recipient).execute();
  return createCreatedDraft(notice, id, reported);
}
