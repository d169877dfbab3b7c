import {
  type ContentDataAnswer,
  contentData,
  type DataPanelAnswer,
  dataPanel,
  localize,
  type MemoryPanelAnswer,
  type MessagePanelAnswer,
  memoryPanel,
  messagePanel,
  type OrderPanelAnswer,
  orderPanel,
  sessionCalls,
} from '@gantry/core';
import { Box } from 'ink';
import { useState, useSyncExternalStore } from 'react';
import { keymaps } from '../../tui/keys/keymap.ts';
import { confirm } from '../../tui/parts/confirm.tsx';
import { describeFailure } from '../../tui/parts/failure-words.ts';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import { clampIndex } from '../../tui/parts/viewport.ts';
import { ContentPanel } from './content-panel.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { layWorkplace, type Size } from './layout.ts';
import { MessagePanel, type Notification, toNotifications } from './message-panel.tsx';
import { OrderPanel } from './order-panel.tsx';
import { countMoreProblems, SystemPanel } from './system-panel.tsx';
import { usePanel } from './use-panel.ts';

const minute = 60_000;
const metrics = Object.keys(contentData.input.metric.options);
const nothing: Size = { width: 0, height: 0 };

/** The five panels. Nothing is asked for while something else lies over them. */
function usePanels() {
  const { hub } = useTui();
  const onTop = useSyncExternalStore(hub.subscribe, () => hub.topLayer() <= 1);
  const [metric, setMetric] = useState(0);
  const metricName = metrics[metric] ?? 'chats';
  const panels = {
    figures: usePanel<DataPanelAnswer>(dataPanel, {}, minute, onTop),
    content: usePanel<ContentDataAnswer>(contentData, { metric: metricName }, minute, onTop),
    orders: usePanel<OrderPanelAnswer>(orderPanel, {}, minute, onTop),
    messages: usePanel<MessagePanelAnswer>(messagePanel, { limit: 30 }, minute, onTop),
    system: usePanel<MemoryPanelAnswer>(memoryPanel, {}, 2_000, onTop),
  };
  return { panels, metricName, turn: () => setMetric((at) => (at + 1) % metrics.length) };
}

/** Empties the kind of a message, up to what was seen, once that is confirmed. */
async function clearKind(tui: Tui, { message }: Notification & { kind: 'message' }, until: number): Promise<void> {
  const call = sessionCalls.messageClear;
  const kind = localize(call.input.type.options[message.type], tui.locale);
  if (!(await confirm(tui, localize(call.label, tui.locale), tui.t('tui.confirmClear', { kind })))) return;
  const rejected = (error: unknown) => tui.localize(describeFailure(error, tui.t), 'bad');
  await tui.write(call.path, { type: message.type, until }).catch(rejected);
}

/** The workplace: what matters on one screen, the machine live. */
export function Workplace() {
  const tui = useTui();
  const area = useArea();
  const { panels, metricName, turn } = usePanels();
  const [place, setPlace] = useState(0);
  const notifications = toNotifications(panels.messages.answer);
  const at = clampIndex(place, notifications.length);
  const markRead = async (notification: Notification | undefined) => {
    if (notification?.kind !== 'message' || notification.message.status === 1) return;
    // Read twice is read: under a key of its own, nothing is asked or told about it.
    const { path } = sessionCalls.messageRead;
    await tui.write(path, { id: notification.message.id }, crypto.randomUUID()).catch(() => undefined);
    await panels.messages.load();
  };
  const open = (notification: Notification | undefined) => {
    void markRead(notification);
    if (notification?.route) tui.go(notification.route);
  };
  const clear = async () => {
    const notification = notifications[at];
    const asOf = panels.messages.answer?.asOf;
    if (notification?.kind !== 'message' || asOf === undefined) return;
    await clearKind(tui, notification, asOf);
    await panels.messages.load();
  };
  useKeys(keymaps.workplace, {
    down: () => setPlace((known) => clampIndex(known + 1, notifications.length)),
    up: () => setPlace((known) => clampIndex(known - 1, notifications.length)),
    open: () => open(notifications[at]),
    notification: (key) => open(notifications[Number(key.name) - 1]),
    read: () => void markRead(notifications[at]),
    clear: () => void clear(),
    metric: turn,
    refresh: () => void Promise.all(Object.values(panels).map((panel) => panel.load())),
  });
  const { left, right } = layWorkplace(
    area,
    panels.figures.answer?.cards.length ?? 6,
    countMoreProblems(panels.system.answer),
  );
  return (
    <Box width={area.width} height={area.height}>
      <Box flexDirection="column">
        <FiguresPanel state={panels.figures} {...(left.figures ?? nothing)} />
        {panels.content.open && (
          <ContentPanel state={panels.content} metric={metricName} {...(left.content ?? nothing)} />
        )}
      </Box>
      <Box flexDirection="column">
        <SystemPanel state={panels.system} {...(right.system ?? nothing)} />
        <MessagePanel state={panels.messages} at={at} {...(right.messages ?? nothing)} />
        {panels.orders.open && <OrderPanel state={panels.orders} {...(right.orders ?? nothing)} />}
      </Box>
    </Box>
  );
}
