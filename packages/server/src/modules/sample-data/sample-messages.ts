import { createSampleAnswer, fail, type SampleCall } from './sample-call.ts';

const messages = [
  {
    type: 'message',
    title: '郑曦月',
    subTitle: '的私信',
    content: '审批请求已发送，请查收',
    time: '今天 12:30:01',
    messageType: 0,
  },
  {
    type: 'message',
    title: '宁波',
    subTitle: '的回复',
    content: '此处 bug 已经修复，如有问题请查阅文档或者继续提问',
    time: '今天 12:30:01',
    messageType: 0,
  },
  {
    type: 'message',
    title: '宁波',
    subTitle: '的回复',
    content: '此处 bug 已经修复',
    time: '今天 12:20:01',
    messageType: 0,
  },
  {
    type: 'todo',
    title: '域名服务',
    subTitle: '',
    content: '内容质检队列于 2021-12-01 19:50:23 进行变更，请重新',
    time: '今天 12:20:01',
    messageType: 0,
  },
  {
    type: 'notice',
    title: '产品动态',
    subTitle: '',
    content: '新的套餐已开放订购',
    time: '今天 12:20:01',
    messageType: 0,
  },
  {
    type: 'notice',
    title: '系统通知',
    subTitle: '',
    content: '今晚 23:00 至 24:00 例行维护',
    time: '今天 12:20:01',
    messageType: 3,
  },
].map((message, index) => ({ id: index + 1, avatar: '', ...message }));

/** The message box of the playground: what was read stays read until the server stops. */
export function createMessageCalls(): Readonly<Record<string, SampleCall>> {
  const read = new Set<number>();
  return {
    'message/list': () =>
      createSampleAnswer(messages.map((message) => ({ ...message, status: read.has(message.id) ? 1 : 0 }))),
    'message/read': ({ body: { ids } }) => {
      if (!Array.isArray(ids)) return fail('ids 应为编号的列表');
      for (const { id } of messages) if (ids.includes(id)) read.add(id);
      return createSampleAnswer(true);
    },
  };
}
