import { type Message, type MessagePanelAnswer, messagePanel, say, type Tone } from '@gantry/core';
import { Text } from 'ink';
import { safe } from '../../../output/safe.ts';
import { blue, bold, dim, toned } from '../../parts/colours.ts';
import { cell, cut, widthOf } from '../../parts/marks.ts';
import { Panel } from '../../parts/panel.tsx';
import { type Tui, useTui } from '../../parts/tui-context.ts';
import { windowStart } from '../../parts/viewport.ts';
import type { PanelProps } from './figures-panel.tsx';

/** Something of the panel that Enter opens: a to-do with its count, or a message. */
export type Matter =
  | {
      readonly kind: 'todo';
      readonly key: string;
      readonly label: string;
      readonly count: number;
      readonly route: string | null;
    }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message; readonly route: string | null };

/** What there is to do comes first, then what was said; a to-do of which there are none is left out. */
export function mattersOf(answer: MessagePanelAnswer | null): readonly Matter[] {
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

function matterLine(matter: Matter, at: number, here: boolean, width: number, tui: Tui): string {
  const { marks } = tui;
  const digit = dim(at < 9 ? String(at + 1) : ' ');
  const lead = `${here ? blue(marks.pointer) : ' '}${digit} `;
  const room = width - 3;
  if (matter.kind === 'todo') {
    const count = String(matter.count);
    const words = cell(safe(matter.label), Math.max(4, room - widthOf(count) - 1), marks);
    return `${lead}${here ? blue(bold(words)) : words} ${toned(count, 'warn')}`;
  }
  const { message } = matter;
  const sign = toned(message.status === 0 ? marks.dot : ' '.repeat(widthOf(marks.dot)), severityTone[message.severity]);
  const when = room >= 44 ? message.time.slice(5, 16) : '';
  const text = [message.title, message.subTitle]
    .filter((part) => part !== '')
    .map(safe)
    .join(' ');
  const words = cell(text, Math.max(4, room - 2 - (when === '' ? 0 : widthOf(when) + 1)), marks);
  return `${lead}${sign} ${here ? blue(bold(words)) : words}${when === '' ? '' : ` ${dim(when)}`}`;
}

export interface MessagePanelProps extends PanelProps<MessagePanelAnswer> {
  readonly at: number;
}

/** What waits to be dealt with, and what the platform has to say. */
export function MessagePanel({ state, width, height, at }: MessagePanelProps) {
  const tui = useTui();
  const { answer, failed } = state;
  const matters = mattersOf(answer);
  const room = height - 2;
  const start = windowStart(at, matters.length, room, 0);
  const lines = matters
    .slice(start, start + room)
    .map((matter, place) => matterLine(matter, start + place, start + place === at, width - 4, tui));
  const unread = answer ? Object.values(answer.unread).reduce((sum, count) => sum + count, 0) : 0;
  const empty = answer ? tui.t('tui.allQuiet') : failed ? tui.t('tui.loadFailed') : tui.t('common.loading');
  return (
    <Panel
      title={say(messagePanel.label, tui.locale)}
      note={unread > 0 ? cut(tui.t('tui.unread', { count: unread }), 20, tui.marks) : ''}
      width={width}
      height={height}
    >
      <Text>{lines.length > 0 ? lines.join('\n') : dim(empty)}</Text>
    </Panel>
  );
}
