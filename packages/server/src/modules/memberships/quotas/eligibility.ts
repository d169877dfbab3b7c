import { ApiError, fillText, type Locale, type LocalizedText } from '@gantry/core';
import type { Reader, Row, RowOf } from '../../../platform/store/database.ts';
import { listMemberships, listMembershipsByUser, type Membership } from '../membership-rows.ts';
import type { MembershipRules } from '../membership-rules.ts';
import { type Benefits, toBenefits } from '../plan-snapshot.ts';
import { advanceTimeline, sortTimeline } from '../timeline.ts';

/** The catalogue items that a use involves, where known. */
export interface Used {
  readonly modelId?: number | null;
  /** The model, when the caller has already read it; read from the database when omitted. */
  readonly model?: UsedModel | undefined;
  /** Rejects a user who may not use published content, such as a mini app or a template. */
  readonly content?: ((read: Reader, status: Eligibility) => Promise<void>) | null;
}

const words = {
  model: { zh: '当前会员不能使用这个模型', en: 'Your membership does not include this model.' },
  modelRequest: {
    zh: '这个模型需要会员等级 {level} 或更高',
    en: 'This model requires membership level {level} or higher.',
  },
} as const satisfies Record<string, LocalizedText>;

/** The columns that decide who may use a model, how often and at which minimum charge. */
type UsedModel = Pick<
  RowOf<'ai_models'>,
  'id' | 'name' | 'required_vip_level' | 'billing_mode' | 'min_charge' | 'key_group' | 'rate_per_hour'
>;

/** Returns the access and minimum charge columns of the used model; undefined without a model or for an unknown ID. */
export async function findUsedModel(read: Reader, { modelId, model }: Used): Promise<UsedModel | undefined> {
  if (!modelId || model) return model;
  return read
    .selectFrom('ai_models')
    .select(['id', 'name', 'required_vip_level', 'billing_mode', 'min_charge', 'key_group', 'rate_per_hour'])
    .where('id', '=', modelId)
    .executeTakeFirst();
}

/** Throws ApiError, in the caller's language, for a model or content that a user with this eligibility may not use. */
export async function assertMayUse(
  read: Reader,
  status: Eligibility,
  used: Used,
  model: UsedModel | undefined,
  locale: Locale,
): Promise<void> {
  if (used.modelId) assertModel(model, status, used.modelId, locale);
  if (used.content) await used.content(read, status);
}

/** Returns the minimum charge of a use of a model, in credits; 1 for a free model or without a model. */
export function getMinCharge(model: UsedModel | undefined): number {
  return model === undefined || model.billing_mode === 'free' ? 1 : Math.max(1, model.min_charge);
}

/** Returns the key group of a model, which quotas may be limited to; empty without a model. */
export const getModelGroup = (model: UsedModel | undefined): string => (model?.key_group ?? '').trim();

function assertModel(row: UsedModel | undefined, status: Eligibility, modelId: number, locale: Locale): void {
  if (!row) throw new ApiError('notFound', { data: { modelId } });
  const model = toModelRequest(row);
  if (canUseModel(status, model)) return;
  const isNamed = status.benefits.modelIds.length > 0;
  throw new ApiError('denied', {
    message: fillText(isNamed ? words.model : words.modelRequest, { level: model.requiredVipLevel }, locale),
    data: { state: 'membership', modelId, requiredVipLevel: model.requiredVipLevel },
  });
}

/** The level of a user at a point in time and its benefits. */
export interface Eligibility {
  /** 0 without a membership. */
  readonly level: number;
  readonly benefits: Benefits;
}

/** Returns the eligibility of a user without a membership. */
export function getGuestEligibility({ guest }: Pick<MembershipRules, 'guest'>): Eligibility {
  return { level: 0, benefits: guest };
}

/** Returns the memberships of a user advanced to `at`, even when the rows have not been updated yet. Writes nothing. */
export async function listCurrentMemberships(
  read: { readonly tx: Reader; readonly at: number },
  { graceMs }: Pick<MembershipRules, 'graceMs'>,
  userId: number,
): Promise<Membership[]> {
  return advanceTimeline(await listMemberships(read, userId), read.at, graceMs);
}

/** Returns the memberships of several users advanced to `at`, in the order of the IDs. Requires at least one ID. */
export async function listCurrentMembershipsByUser(
  read: { readonly tx: Reader; readonly at: number },
  { graceMs }: Pick<MembershipRules, 'graceMs'>,
  userIds: readonly number[],
): Promise<Membership[][]> {
  const all = await listMembershipsByUser(read, userIds);
  return userIds.map((id) =>
    advanceTimeline(
      all.filter(({ userId }) => userId === id),
      read.at,
      graceMs,
    ),
  );
}

/** Returns the eligibility of a user at `at`. */
export async function getEligibility(
  read: { readonly tx: Reader; readonly at: number },
  rules: Pick<MembershipRules, 'graceMs' | 'guest'>,
  userId: number,
): Promise<Eligibility> {
  return deriveEligibility(await listCurrentMemberships(read, rules, userId), rules);
}

/** Returns the eligibility that the given memberships result in. */
export function deriveEligibility(
  memberships: readonly Membership[],
  rules: Pick<MembershipRules, 'guest'>,
): Eligibility {
  const [now] = sortTimeline(memberships);
  return now ? { level: now.level, benefits: toBenefits(now.plan) } : getGuestEligibility(rules);
}

/**
 * Whether a model may be used. A plan with a list of models allows only those; a model without a required level is open to all.
 */
export function canUseModel({ level, benefits }: Eligibility, { id, requiredVipLevel }: ModelRequest): boolean {
  if (requiredVipLevel === 0) return true;
  return benefits.modelIds.length > 0 ? benefits.modelIds.includes(id) : level >= requiredVipLevel;
}

export interface ModelRequest {
  readonly id: number;
  readonly requiredVipLevel: number;
}

export const toModelRequest = (row: Pick<RowOf<'ai_models'>, 'id' | 'required_vip_level'>): ModelRequest => ({
  id: row.id,
  requiredVipLevel: row.required_vip_level ?? 0,
});

/** Whether a category may be used. A members-only category requires a plan that includes it. */
export function canUseCategory({ level, benefits }: Eligibility, category: Row): boolean {
  if (Number(category.member_only ?? 0) === 0) return true;
  const { appCategoryIds: named } = benefits;
  return level > 0 && (named.length === 0 || named.includes(Number(category.id)));
}
