import { basisPoints, boolean, integer, text } from '../../fields/index.ts';

/** What a price is counted in. */
export const points = { zh: '点', en: 'points' };
const asBefore = { zh: '不填则与原模型相同', en: 'As the original when empty' };
/** What any price of a model may be. */
export const modelPrice = { min: 0, max: 10_000_000, unit: points } as const;

/** What a copy of a model has of its own beside its name and its upstream id. */
export const copyInput = {
  factorBps: integer(
    { zh: '价格倍率', en: 'Prices, times' },
    {
      min: 1,
      max: 1_000_000,
      ...basisPoints,
      help: {
        zh: '下面各项价格乘以它，四舍五入；不填则不变',
        en: 'Multiplies the prices below, half up; empty leaves them',
      },
    },
  ),
  priceIn: integer({ zh: '千 Token 输入价', en: 'Price per 1k in' }, { ...modelPrice, help: asBefore }),
  priceOut: integer({ zh: '千 Token 输出价', en: 'Price per 1k out' }, { ...modelPrice, help: asBefore }),
  priceUnit: integer({ zh: '单价', en: 'Unit price' }, { ...modelPrice, help: asBefore }),
  membersOnly: boolean(
    { zh: '仅会员可用', en: 'For members only' },
    { help: { zh: '会员等级要求至少为 1', en: 'Asks for level 1 at least' } },
  ),
  requiredVipLevel: integer(
    { zh: '会员等级要求', en: 'Member level needed' },
    {
      min: 0,
      max: 99,
      help: { zh: '0 为所有人；不填则与原模型相同', en: '0 for everybody; as the original when empty' },
    },
  ),
  keyGroup: text({ zh: '密钥分组', en: 'Key group' }, { max: 64, help: asBefore }),
  enable: boolean(
    { zh: '立即启用', en: 'Enable immediately' },
    { help: { zh: '用户马上可以使用', en: 'People can use it right away' } },
  ),
} as const;
