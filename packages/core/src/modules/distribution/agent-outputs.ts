import { choice, integer, money, text } from '../../fields/index.ts';

const share = money({ zh: '分成', en: 'Share' });
const refunds = money({ zh: '退款冲回', en: 'Reversed by refunds' });
const total = money({ zh: '合计', en: 'Total' });
const month = text({ zh: '月份', en: 'Month' });
const currency = text({ zh: '币种', en: 'Currency' });

/** Outputs of actions on regional agents. */
export const agentOutputs = {
  statement: {
    month,
    region: text({ zh: '区域', en: 'Region' }),
    currency,
    orders: integer({ zh: '订单数', en: 'Orders' }),
    turnover: money({ zh: '订单实付', en: 'Order payments' }),
    share,
    refunds,
    total,
    pending: money({ zh: '其中待结算', en: 'Pending' }),
    settled: money({ zh: '其中已结算', en: 'Settled' }),
    others: text({ zh: '其他币种', en: 'Other currencies' }),
  },
  settled: {
    month,
    agents: integer({ zh: '代理数', en: 'Regional agents' }),
    incomes: integer({ zh: '收入笔数', en: 'Income entries' }, { summed: true }),
    totals: text({ zh: '合计', en: 'Totals' }),
    currency,
    total,
  },
  pending: {
    month,
    agents: text({ zh: '代理', en: 'Regional agents' }),
    id: integer({ zh: '编号', en: 'ID' }),
    name: text({ zh: '名称', en: 'Name' }),
    region: text({ zh: '区域', en: 'Region' }),
    incomes: integer({ zh: '收入笔数', en: 'Income entries' }),
    currency,
    total,
  },
  regions: {
    regions: text({ zh: '区域', en: 'Regions' }),
    code: text({ zh: '代码', en: 'Code' }),
    name: text({ zh: '名称', en: 'Name' }),
    level: choice(
      { zh: '级别', en: 'Level' },
      {
        province: { zh: '省级', en: 'Province' },
        city: { zh: '市级', en: 'City' },
        district: { zh: '区县级', en: 'District' },
      },
    ),
    agent: text({ zh: '现任代理', en: 'Current agent' }),
  },
} as const;
