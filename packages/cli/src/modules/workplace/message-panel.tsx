import { localize, type Message, type MessagePanelAnswer, messagePanel, type Tone } from '@gantry/core';
import { Text } from 'ink';
import { escapeControls } from '../../output/wrap-text.ts';
import { applyTone, renderAccent, renderBold, renderDim } from '../../tui/parts/colors.ts';
import { cut, measureWidth, padCell } from '../../tui/parts/marks.ts';
import { Panel } from '../../tui/parts/panel.tsx';
import { type Tui, useTui } from '../../tui/parts/tui-context.ts';
import { getWindowStart } from '../../tui/parts/viewport.ts';
import type { PanelProps } from './figures-panel.tsx';

/** An entry of the panel that Enter opens: a to-do with its count, or a message. */
export type Notification =
  | {
      readonly kind: 'todo';
      readonly key: string;
      readonly label: string;
      readonly count: number;
      readonly route: string | null;
    }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message; readonly route: string | null };

/** Lists to-dos before messages. A to-do with a count of zero is omitted. */
export function toNotifications(answer: MessagePanelAnswer | null): readonly Notification[] {
  if (!answer) return [];
  const todos = answer.todos
    .filter((todo) => todo.count > 0)
    .map((todo) => ({ kind: 'todo', ...todo, key: `todo-${todo.key}` }) as const);
  const messages = answer.messages.map(
    (message) => ({ kind: 'message', key: `message-${message.id}`, message, route: message.route }) as const,
  );
  return [...todos, ...messages];
}

const severityTone: Readonly<Record<Message['severity'], Tone>> = { info: 'info', warn: 'warn', critical: 'bad' };

function formatNotification(notification: Notification, at: number, here: boolean, width: number, tui: Tui): string {
  const { marks } = tui;
  const digit = renderDim(at < 9 ? String(at + 1) : ' ');
  const lead = `${here ? renderAccent(marks.pointer) : ' '}${digit} `;
  const space = width - 3;
  if (notification.kind === 'todo') {
    const count = String(notification.count);
    const words = padCell(escapeControls(notification.label), Math.max(4, space - measureWidth(count) - 1), marks);
    return `${lead}${here ? renderAccent(renderBold(words)) : words} ${applyTone(count, 'warn')}`;
  }
  const { message } = notification;
  const sign = applyTone(
    message.status === 0 ? marks.dot : ' '.repeat(measureWidth(marks.dot)),
    severityTone[message.severity],
  );
  const when = space >= 44 ? message.time.slice(5, 16) : '';
  const text = [message.title, message.subTitle]
    .filter((part) => part !== '')
    .map(escapeControls)
    .join(' ');
  const words = padCell(text, Math.max(4, space - 2 - (when === '' ? 0 : measureWidth(when) + 1)), marks);
  return `${lead}${sign} ${here ? renderAccent(renderBold(words)) : words}${when === '' ? '' : ` ${renderDim(when)}`}`;
}

export interface MessagePanelProps extends PanelProps<MessagePanelAnswer> {
  readonly at: number;
}

/** Shows pending to-dos and messages of the platform. */
export function MessagePanel({ state, width, height, at }: MessagePanelProps) {
  const tui = useTui();
  const { answer, failed } = state;
  const notifications = toNotifications(answer);
  const space = height - 2;
  const start = getWindowStart(at, notifications.length, space, 0);
  const lines = notifications
    .slice(start, start + space)
    .map((notification, place) =>
      formatNotification(notification, start + place, start + place === at, width - 4, tui),
    );
  const unread = answer ? Object.values(answer.unread).reduce((sum, count) => sum + count, 0) : 0;
  const empty = answer ? tui.t('tui.allQuiet') : failed ? tui.t('tui.loadFailed') : tui.t('common.loading');
  return (
    <Panel
      title={localize(messagePanel.label, tui.locale)}
      note={unread > 0 ? cut(tui.t('tui.unread', { count: unread }), 20, tui.marks) : ''}
      width={width}
      height={height}
    >
      <Text>{lines.length > 0 ? lines.join('\n') : renderDim(empty)}</Text>
    </Panel>
  );
}
