import { type LocalizedText, notice, type ReversalPart, type ReversalPreviewAnswer } from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-trail.ts';
import { createDayOf } from '../../platform/context/day-of.ts';
import { createCreatedDraft } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { changeLocked } from '../../platform/engine/record-actions/guarded-writes.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { readMembershipRules } from '../memberships/index.ts';
import { partsOf, planReversal, type ReversalRules } from './plan-reversal.ts';
import { type ReversalCells, reverseRedemption as reverse } from './reverse-redemption.ts';

async function readRules(settings: SettingsReader): Promise<ReversalRules> {
  const { negativeLimit } = await settings.read('system', 'billing');
  return { membership: await readMembershipRules(settings), debtLimit: negativeLimit };
}

const getScope = ({ tx, services }: OperationCall<'redemptions'>) => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

const reported = ({
  asset,
  granted,
  expired,
  toReclaim,
  reclaimable,
  shortfall,
  owed,
  lost,
}: ReversalPart): ReversalPart => ({
  ...{ asset, granted, expired, toReclaim, reclaimable, shortfall, owed, lost },
});

/** Previews the reversal of a redemption. Changes nothing. */
export function previewReversal(settings: SettingsReader): Operation<'redemptions'> {
  return {
    prepare: () => readRules(settings),
    async run(call, prepared) {
      const plan = await planReversal(getScope(call), prepared as ReversalRules, call.row);
      const { days, membership, hasShortfall } = plan;
      const parts = partsOf(plan).map(reported);
      const isForever = membership?.takenMs === null;
      const preview: ReversalPreviewAnswer = {
        ...{ hasShortfall, parts },
        membershipDays: isForever ? null : (days?.reclaimable ?? 0),
        membershipEnds: membership?.ends ?? false,
        membershipUntil: membership?.endAt ?? null,
        quotas: membership?.quotas ?? [],
      };
      return { data: { id: Number(call.id), ...preview } };
    },
  };
}

/** Locks the code before the redemption and its user, like a redemption does, so that bulk actions never deadlock. */
async function lockCode({ tx, services, id }: Omit<OperationCall, 'row'>): Promise<void> {
  if (services.database.dialect.kind !== 'postgres') return;
  const own = tx.selectFrom('redemptions').select('code_id').where('id', '=', id);
  await tx.selectFrom('redeem_codes').select('id').where('id', 'in', own).forUpdate().execute();
}

interface Prepared {
  readonly rules: ReversalRules;
  readonly words: ReversalWords;
}

/** Reclaims what a redemption granted and notifies the user. The use of the code stays spent. */
export function reverseRedemption(settings: SettingsReader): Operation<'redemptions'> {
  return {
    lock: lockCode,
    prepare: async (): Promise<Prepared> => ({
      rules: await readRules(settings),
      words: await readReversalWords(settings),
    }),
    async run(call, prepared) {
      const { row, input, caller } = call;
      const { rules, words } = prepared as Prepared;
      const cells = await reverse(getScope(call), rules, row, {
        despiteShortfall: input.shortfall === 'negative',
        reason: String(input.reason),
        operator: { kind: 'admin', id: caller.actor.id },
      });
      const reported = await notifyReversal(call, cells, words);
      const { audit = [], ...done } = await changeLocked(call, cells);
      return { ...done, audit: [audit, reported ?? []].flat() };
    },
  };
}

/** Labels of credits and the time zone, for the notification of the user. */
interface ReversalWords {
  readonly names: Readonly<Record<'coin' | 'compute', LocalizedText>>;
  readonly timezone: string;
}

async function readReversalWords(settings: SettingsReader): Promise<ReversalWords> {
  const { coinName, computeName } = await settings.read('front', 'assets');
  const { timezone } = await settings.read('system', 'site');
  return { names: { coin: { zh: coinName, en: 'coins' }, compute: { zh: computeName, en: 'compute' } }, timezone };
}

/** How long the notification is shown, in ms. */
const shownForMs = 90 * 86_400_000;
const dayOf = createDayOf();

/** Describes what was reclaimed, part by part, in both languages. */
function describeParts(cells: ReversalCells, { names }: ReversalWords): LocalizedText[] {
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

/** Reclaimed credits may leave a debt; days never do, nor credits above the debt limit. */
function describeDebt({ reclaimed_coin: coin, reclaimed_compute: compute }: ReversalCells): LocalizedText {
  if (Number(coin ?? 0) + Number(compute ?? 0) === 0) return { zh: '', en: '' };
  return { zh: '其中余额不足以扣回的点数记为欠额。', en: 'The part your balance did not cover was recorded as debt. ' };
}

/**
 * Notifies the user of a reversed redemption by a personal announcement in both languages: when they redeemed it and what was
 * reclaimed. It names neither the code nor the admin's reason, and is not sent to an erased user.
 */
async function notifyReversal(
  { tx, services, caller, row }: OperationCall<'redemptions'>,
  cells: ReversalCells,
  words: ReversalWords,
): Promise<AuditDraft | null> {
  const userId = row.user_id;
  const person = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!person || person.status === 'deleted') return null;
  const at = services.clock();
  const day = dayOf(row.created_at, words.timezone);
  const parts = describeParts(cells, words);
  const owed = describeDebt(cells);
  const [zh, en] = [parts.map((part) => part.zh).join('、'), parts.map((part) => part.en).join(', ')];
  const reported = createRow(
    notice,
    {
      ...{ title: '兑换已被收回', titleEn: 'A redemption was reversed' },
      content: `您于 ${day} 兑换的权益已被收回${zh === '' ? '' : `：${zh}`}。${owed.zh}如有疑问，请联系客服。`,
      contentEn: `The benefits you redeemed on ${day} were reclaimed${en === '' ? '' : `: ${en}`}. ${owed.en}If you have questions, contact support.`,
      ...{ type: 'notice', level: 'warn', display: 'bell', audience: 'chosen', startAt: at, endAt: at + shownForMs },
    },
    { by: caller.actor.id, at },
  );
  reported.status = 'published';
  const [id = 0] = await insertRecords(tx, services.database.dialect, notice, [reported]);
  const recipient = { notice_id: id, user_id: userId, created_at: at };
  await tx.insertInto('notice_recipients').values(recipient).execute();
  return createCreatedDraft(notice, id, reported);
}
