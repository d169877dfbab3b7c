import { choice, integer, text } from '../../fields/index.ts';
import { refundPreviewOutput } from '../orders/order-outputs.ts';
import type { RefundPreviewAnswer } from '../orders/refund-preview.ts';
import { voidReasons } from '../reason-suggestions.ts';

const { hasShortfall, parts, asset, granted, toReclaim, reclaimable, shortfall } = refundPreviewOutput;
const {
  membershipDays,
  membershipEnds,
  membershipUntil,
  quotas,
  capability,
  period,
  modelGroup,
  used,
  reclaimed,
  left,
} = refundPreviewOutput;

/** Input of reversing a redemption. */
export const reversalInput = {
  reason: text({ zh: '原因', en: 'Reason' }, { required: true, min: 4, max: 200, suggestions: voidReasons }),
  shortfall: choice(
    { zh: '收回不足时', en: 'With a shortfall' },
    {
      reject: { zh: '不收回', en: 'Do not reclaim' },
      negative: { zh: '仍然收回，差额记为欠额', en: 'Reclaim, record the rest as debt' },
    },
    {
      default: 'reject',
      help: {
        zh: '欠额以系统设置的上限为止，超出的记为未收回；用掉的会员天数与会员额度不记欠额',
        en: 'The shortfall becomes debt up to the configured limit; the rest is written off. Used membership days and quota never become debt',
      },
    },
  ),
} as const;

/** Benefits that a reversal would reclaim: credits of an asset, or days of a membership. */
export const reversalOutput = {
  ...{ hasShortfall, parts, asset, granted },
  expired: integer({ zh: '已过期', en: 'Expired' }),
  ...{ toReclaim, reclaimable, shortfall },
  owed: integer({ zh: '记为欠额', en: 'Would be owed' }),
  lost: integer({ zh: '收不回', en: 'Not recoverable' }),
  ...{ membershipDays, membershipEnds, membershipUntil, quotas, capability, period, modelGroup, used, reclaimed, left },
} as const;

/** Benefits of one kind in a reversal: credits of an asset or of quotas, or days of a membership. */
export interface ReversalPart {
  readonly asset: 'coin' | 'compute' | 'quota' | 'days';
  /** What the redemption granted. */
  readonly granted: number;
  /**
   * The part that expired unused and is therefore not owed. Order refunds have no such part, because they return the money; a
   * reversal returns none.
   */
  readonly expired: number;
  readonly toReclaim: number;
  /** The part that is neither spent nor held. */
  readonly reclaimable: number;
  readonly shortfall: number;
  /** The part of the shortfall that becomes debt; the rest is lost. Days and used quota are never owed. */
  readonly owed: number;
  readonly lost: number;
}

/** Preview of reversing a redemption, with current values. */
export interface ReversalPreviewAnswer extends Omit<RefundPreviewAnswer, 'shares' | 'rewards'> {
  readonly hasShortfall: boolean;
  readonly parts: readonly ReversalPart[];
}
