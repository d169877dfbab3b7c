import { createListState, encodeListState, type ListState, type ViewAudience } from '@gantry/core';
import type { Scene, Script } from '../scene.ts';

interface DemoView {
  readonly owner: string;
  readonly resource: string;
  readonly name: string;
  readonly list: Partial<Pick<ListState, 'filters' | 'sort' | 'columns'>>;
  readonly audience?: ViewAudience;
  /** The users whose list opens with this view. */
  readonly opens?: readonly string[];
}

const latest = { field: 'paidAt', order: 'desc' } as const;

const views: readonly DemoView[] = [
  {
    owner: 'demo',
    resource: 'user',
    name: '消费最高的用户',
    list: { sort: { field: 'totalPaid', order: 'desc' } },
    opens: ['demo'],
  },
  {
    owner: 'demo',
    resource: 'order',
    name: '需要处理的订单',
    list: { filters: { status: ['fulfilFailed', 'refunding'] } },
    audience: 'everyone',
  },
  {
    owner: 'demo',
    resource: 'order',
    name: '百元以上已完成',
    list: { filters: { status: ['fulfilled'], payable: { from: 10_000 } }, sort: latest },
  },
  {
    owner: 'chen.yu',
    resource: 'apiKey',
    name: '不可用的密钥',
    list: { filters: { status: ['autoDisabled', 'cooling', 'exhausted'] } },
    audience: 'admin',
  },
  {
    owner: 'li.ming',
    resource: 'violationLog',
    name: '待处理的违规',
    list: { filters: { handled: ['open'] } },
    opens: ['li.ming'],
  },
  {
    owner: 'li.ming',
    resource: 'bannedWord',
    name: '拦截级词，命中多的在前',
    list: { filters: { level: ['3'], status: ['enabled'] }, sort: { field: 'hitCount', order: 'desc' } },
  },
];

interface Made {
  readonly id: number;
  readonly version: number;
}

/** Saved views from the second week on; some are shared. */
export function viewScenes({ stage, cast, activity, days }: Script): Scene[] {
  return views.map(({ owner, resource, name, list, audience, opens = [] }, at) => ({
    at: activity.work(Math.min(days - 1, 8 + at)),
    play: async () => {
      const player = cast.named(owner);
      const query = encodeListState({ ...createListState(), ...list });
      const { id, version } = await stage.call<Made>('/view/create', { resource, name, query }, player);
      if (audience) await stage.call('/view/share', { id, version, audience }, player);
      for (const who of opens) await stage.call('/view/default', { resource, id }, cast.named(who));
    },
  }));
}
