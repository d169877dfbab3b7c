import { boolean, connectionTestOutput, text } from '../../fields/index.ts';

/** Of every channel: whether it is offered. One that is on and not filled in whole is not. */
export const channelEnabled = boolean(
  { zh: '启用', en: 'On' },
  {
    help: {
      zh: '必填项填齐后才会提供给用户',
      en: 'Offered to users after all required fields are set.',
    },
  },
);

/** Whether orders can be paid by it now, or what is missing. */
export const getChannelAvailability = text({ zh: '当前状态', en: 'Current state' }, { write: 'never', max: 300 });

/** Where the gateway sends its notices: made of the site's address, to be copied into the gateway's own settings. */
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

/** What a gateway answered about an order that is not there. */
const probeOutput = {
  ...connectionTestOutput,
  said: text({ zh: '渠道的回答', en: 'Gateway response' }),
} as const;

/** Tries the keys out without any money: signs, asks, and verifies the answer. */
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
