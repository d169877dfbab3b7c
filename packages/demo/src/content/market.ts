/** Plans: name, English name, level, price and list price in fen, months, daily points of chat, monthly of drawing, gift coins. */
export const plans = [
  ['体验会员', 'Starter', 1, 990, 1900, 1, 50, 20, 0],
  ['标准会员', 'Standard', 2, 2900, 3900, 1, 200, 100, 30],
  ['标准会员（年）', 'Standard, a year', 2, 29_800, 34_800, 12, 200, 100, 500],
  ['专业会员', 'Professional', 3, 9900, 12_800, 1, 1000, 600, 200],
] as const;

/** Packs: name, points, bonus, price in fen, valid days, badge. */
export const coinPacks = [
  ['100 货币', 100, 0, 600, 0, null],
  ['500 货币', 500, 30, 2800, 0, '热卖'],
  ['2000 货币', 2000, 200, 9900, 0, null],
  ['节日 5000 货币', 5000, 800, 22_800, 365, '限时'],
] as const;
export const powerPacks = [
  ['1000 算力', 1000, 0, 1000, 0, null],
  ['5000 算力', 5000, 300, 4500, 0, '推荐'],
  ['绘画算力 3000', 3000, 600, 2400, 180, '仅绘画'],
] as const;

/** Questions and answers, in Chinese and English, and their category. */
export const faqs = [
  [
    '会员到期后会怎样？',
    'What happens when a membership ends?',
    '会员权益停止，账户里的货币与算力不受影响，仍可继续使用。',
    'Its benefits end. The coins and compute in the account stay and can be used.',
    '到期',
  ],
  [
    '可以提前续费吗？',
    'May I renew early?',
    '可以。同一套餐续费会顺延到期时间，不会损失剩余的天数。',
    'Yes. The same plan is extended from its end, and no day is lost.',
    '续费',
  ],
  [
    '升级到更高等级时，剩余时间怎么办？',
    'What becomes of the time that is left when I upgrade?',
    '更高等级立即生效，原会员剩余的时间排在后面，到时自动恢复。',
    'The higher level begins at once, and what was left of the lower one follows it by itself.',
    '升级',
  ],
  [
    '额度什么时候重置？',
    'When do quotas begin anew?',
    '按天的额度每天零点重置，按月的额度在会员开始的那一天重置。',
    'Daily quotas at midnight, monthly ones on the day of the month on which the membership began.',
    '额度',
  ],
  [
    '会员可以退款吗？',
    'Can a membership be refunded?',
    '未使用的部分可以联系客服申请退款，按剩余时间折算。',
    'What has not been used can: ask our support, and it is worked out by the time that is left.',
    '退款',
  ],
] as const;
