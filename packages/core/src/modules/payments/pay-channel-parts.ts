import { boolean, connectionTestOutput, text } from '../../fields/index.ts';

/** Whether the channel is offered. An incompletely configured channel is never offered. */
export const channelEnabled = boolean(
  { zh: '启用', en: 'On' },
  {
    help: {
      zh: '必填项填齐后才会提供给用户',
      en: 'Offered to users after all required fields are set.',
    },
  },
);

/** Whether orders can currently be paid through the channel, or what is missing. */
export const getChannelAvailability = text({ zh: '当前状态', en: 'Current state' }, { write: 'never', max: 300 });

/** The notification URL for the gateway, built from the URL of the site. Admins copy it to the settings of the gateway. */
export const channelNotifyUrl = text(
  { zh: '通知地址', en: 'Notification URL' },
  {
    write: 'never',
    max: 300,
    mono: true,
    help: {
      zh: '由站点网址得出，只读；站点网址未填则渠道不可用',
      en: 'Built from the site URL. Read-only. Set the site URL to use this channel.',
    },
  },
);

/** The gateway's response to a query for a nonexistent order. */
const probeOutput = {
  ...connectionTestOutput,
  said: text({ zh: '渠道的回答', en: 'Gateway response' }),
} as const;

/** Tests the keys without a payment: signs a query, sends it and verifies the response. */
export const channelActions = {
  probe: {
    label: { zh: '测试签名与查询', en: 'Test signing and query' },
    help: {
      zh: '签名后查询一个不存在的订单，显示渠道的返回；不产生任何款项',
      en: 'Queries an order that does not exist and shows the gateway’s response. No money moves.',
    },
    output: probeOutput,
  },
} as const;
