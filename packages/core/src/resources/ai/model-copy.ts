import { boolean, integer, text } from '../../fields/index.ts';

/** What a price is counted in. */
export const points = { zh: '点', en: 'points' };
const asBefore = { zh: '不填则与原模型相同', en: 'As the original when empty' };
/** What any price of a model may be. */
export const modelPrice = { min: 0, max: 10_000_000, unit: points } as const;

/** What a copy of a model has of its own beside its name and its upstream id. */
export const copyInput = {
  keyGroup: text({ zh: '密钥分组', en: 'Key group' }, { max: 64, help: asBefore }),
  requiredVipLevel: integer(
    { zh: '会员等级要求', en: 'Member level needed' },
    {
      min: 0,
      max: 99,
      help: { zh: '0 为所有人；不填则与原模型相同', en: '0 for everybody; as the original when empty' },
    },
  ),
  priceIn: integer({ zh: '千 Token 输入价', en: 'Price per 1k in' }, { ...modelPrice, help: asBefore }),
  priceOut: integer({ zh: '千 Token 输出价', en: 'Price per 1k out' }, { ...modelPrice, help: asBefore }),
  priceUnit: integer({ zh: '单价', en: 'Price a unit' }, { ...modelPrice, help: asBefore }),
  enable: boolean(
    { zh: '立即启用', en: 'Enable at once' },
    { help: { zh: '用户马上可以使用', en: 'People can use it right away' } },
  ),
} as const;
