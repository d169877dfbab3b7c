import {
  type AnyResource,
  apiKey,
  can,
  formatTime,
  helpDoc,
  type Locale,
  type Message,
  type MessagePanelAnswer,
  notice,
  resourceNamed,
  say,
} from '@gantry/core';
import type { Caller, Services } from '../../context.ts';
import { newestOf, type Told, unreadOf } from '../../notifications/inbox.ts';
import { problemKeys, problemStates } from '../../notifications/key-matters.ts';
import { openViolations, routeTo } from '../../notifications/matters.ts';
import type { PanelTranslate, PanelWord } from './panel-words.ts';
import { countBy } from './sums.ts';

type Needs = Pick<Services, 'database' | 'catalogue'>;

/** What the panel is written in. */
export interface MessageSetting {
  readonly timeZone: string;
  readonly t: PanelTranslate;
  readonly now: number;
  readonly limit: number;
}

/** What waits for somebody, with where it is dealt with; what waits for nobody is left out. */
async function todosOf({ database }: Needs, t: PanelTranslate, role: string): Promise<MessagePanelAnswer['todos']> {
  const keys = can(role, apiKey, 'list') ? await countBy(database, 'api_keys', 'status') : new Map<string, number>();
  const violations = await countBy(database, 'violation_logs', 'handled');
  const notices = await countBy(database, 'notices', 'status');
  const docs = await countBy(database, 'help_docs', 'status');
  const drafts = (resource: AnyResource) => routeTo(resource, { status: ['draft'] });
  const todos = [
    {
      key: 'keysWithProblems',
      label: t('panels.todo.keysWithProblems'),
      count: problemStates.reduce((sum, state) => sum + (keys.get(state) ?? 0), 0),
      route: problemKeys,
    },
    {
      key: 'violationsOpen',
      label: t('panels.todo.violationsOpen'),
      count: violations.get('open') ?? 0,
      route: openViolations,
    },
    {
      key: 'noticesDraft',
      label: t('panels.todo.noticesDraft'),
      count: notices.get('draft') ?? 0,
      route: drafts(notice),
    },
    { key: 'docsDraft', label: t('panels.todo.docsDraft'), count: docs.get('draft') ?? 0, route: drafts(helpDoc) },
  ];
  return todos.filter(({ count }) => count > 0);
}

const events = [
  'violationOpened',
  'adminLocked',
  'noticePublished',
  'importFailed',
  'auditBroken',
  'keyDisabled',
  'orderFulfilFailed',
  'paymentOdd',
  'refundStuck',
  'membershipsEnding',
] as const;
type EventName = (typeof events)[number];

function paramsOf(told: Told, { catalogue }: Needs, locale: Locale, open: number): Told['params'] {
  const resource = resourceNamed(catalogue, String(told.params.resource ?? ''));
  const named = resource ? { resource: say(resource.label, locale) } : {};
  return { ...told.params, ...named, number: open, failed: told.happened, happened: told.happened };
}

function messageOf(told: Told, needs: Needs, locale: Locale, setting: MessageSetting, open: number): Message {
  const { t, timeZone } = setting;
  const event = events.find((name) => name === told.event);
  const params = paramsOf(told, needs, locale, open);
  const words = (part: 'title' | 'subTitle' | 'content') =>
    event ? t(`panels.event.${event satisfies EventName}.${part}` as PanelWord, params) : told.event;
  return {
    id: told.id,
    type: told.type,
    title: words('title'),
    subTitle: words('subTitle'),
    avatar: '',
    content: words('content'),
    time: formatTime(told.at, timeZone),
    messageType: 0,
    status: told.isRead ? 1 : 0,
    severity: told.severity,
    route: told.route,
  };
}

export async function messagePanelAnswer(
  needs: Needs,
  caller: Caller,
  setting: MessageSetting,
): Promise<MessagePanelAnswer> {
  const { now, limit, t } = setting;
  const told = await newestOf(needs.database, caller.actor, now, limit);
  const todos = await todosOf(needs, t, caller.actor.role);
  const open = todos.find(({ key }) => key === 'violationsOpen')?.count ?? 0;
  return {
    unread: await unreadOf(needs.database, caller.actor, now),
    todos,
    messages: told.map((entry) => messageOf(entry, needs, caller.locale, setting, open)),
  };
}
