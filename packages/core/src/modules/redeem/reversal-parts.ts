import { choice, integer, text } from '../../fields/index.ts';
import { refundPreviewOutput } from '../orders/order-outputs.ts';

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

/** What taking a redemption back asks for. */
export const reversalInput = {
  reason: text({ zh: '原因', en: 'Reason' }, { required: true, min: 4, max: 200 }),
  shortfall: choice(
    { zh: '收回不足时', en: 'With a shortfall' },
    {
      reject: { zh: '不收回', en: 'Refuse' },
      negative: { zh: '照样收回，差额记为欠额', en: 'Reclaim, record the rest as debt' },
    },
    {
      default: 'reject',
      help: {
        zh: '欠额以系统设置的上限为止，超出的记为未收回；用掉的会员天数与额度不记欠额',
        en: 'Owed down to the limit of the settings; what is beyond it is noted as lost. Days and quota that were used are never owed',
      },
    },
  ),
} as const;

/** What a redemption would lose, part by part: points of an asset, or days of a membership. */
export const reversalOutput = {
  ...{ hasShortfall, parts, asset, granted },
  expired: integer({ zh: '已过期', en: 'Expired' }),
  ...{ toReclaim, reclaimable, shortfall },
  owed: integer({ zh: '记为欠额', en: 'Would be owed' }),
  lost: integer({ zh: '收不回', en: 'Lost' }),
  ...{ membershipDays, membershipEnds, membershipUntil, quotas, capability, period, modelGroup, used, reclaimed, left },
} as const;
