import type { Message, MessagePanelAnswer } from '@gantry/core';
import { Link, useNavigate } from 'react-router-dom';
import { useFormat, useT } from '../../app/i18n/index.ts';
import { MessageRow, useMarkRead, useMessages } from '../../app/messages/index.ts';
import { Panel } from './panel.tsx';

type Todo = MessagePanelAnswer['todos'][number];
const urgencies = ['now', 'review', 'later'] as const;

/** Pending to-dos, the most urgent first; each links to its list. */
export function TodoPanel() {
  const t = useT();
  const query = useMessages();
  return (
    <Panel title={t('console.workplace.todos')} query={query} testId="todo-panel" rows={6}>
      {({ todos }) => {
        const waiting = todos.filter(({ count }) => count > 0);
        if (waiting.length === 0) return <p className="hint">{t('console.workplace.noTodo')}</p>;
        return urgencies.map((urgency) => (
          <TodoGroup
            key={urgency}
            urgency={urgency}
            todos={waiting.filter((todo) => (todo.urgency ?? 'review') === urgency)}
          />
        ));
      }}
    </Panel>
  );
}

interface TodoGroupProps {
  readonly urgency: (typeof urgencies)[number];
  readonly todos: readonly Todo[];
}

function TodoGroup({ urgency, todos }: TodoGroupProps) {
  const t = useT();
  const format = useFormat();
  if (todos.length === 0) return null;
  return (
    <>
      <h3 className={`panel-sub todo-group ${urgency}`}>{t(`console.workplace.urgency.${urgency}`)}</h3>
      <ul className="todos">
        {todos.map(({ key, label, count, route }) => (
          <li key={key}>
            <Link to={route} className="todo">
              <span>{label}</span>
              <strong>{format.number(count)}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const maxMessages = 6;

/** The latest messages; opening one marks it as read. */
export function MessagePanel() {
  const t = useT();
  const navigate = useNavigate();
  const query = useMessages();
  const markRead = useMarkRead();
  const open = (message: Message) => {
    if (message.status === 0) markRead.mutate({ id: message.id });
    if (message.route) void navigate(message.route);
  };
  return (
    <Panel id="messages" title={t('console.workplace.latest')} query={query} testId="message-panel">
      {({ messages }) =>
        messages.length === 0 ? (
          <p className="hint">{t('console.messages.none')}</p>
        ) : (
          <ul className="latest">
            {messages.slice(0, maxMessages).map((message) => (
              <li key={message.id}>
                <MessageRow message={message} onOpen={() => open(message)} />
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}
