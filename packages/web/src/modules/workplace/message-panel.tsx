import type { Message } from '@gantry/core';
import { Link, useNavigate } from 'react-router-dom';
import { useFormat, useT } from '../../app/i18n/index.ts';
import { MessageRow, useMarkRead, useMessages } from '../../app/messages/index.ts';
import { Panel } from './panel.tsx';

const shown = 6;

/** What waits for somebody, each with the list where it is dealt with, and the latest messages. */
export function MessagePanel() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const query = useMessages();
  const markRead = useMarkRead();
  const open = (message: Message) => {
    if (message.status === 0) markRead.mutate({ id: message.id });
    if (message.route) void navigate(message.route);
  };
  return (
    <Panel id="messages" title={t('console.workplace.messages')} query={query} testId="message-panel">
      {({ todos, messages }) => {
        const waiting = todos.filter((todo) => todo.count > 0);
        return (
          <>
            <h3 className="panel-sub">{t('console.workplace.todos')}</h3>
            {waiting.length === 0 ? <p className="hint">{t('console.workplace.noTodo')}</p> : null}
            <ul className="todos">
              {waiting.map((todo) => (
                <li key={todo.key}>
                  <Link to={todo.route} className="todo">
                    <span>{todo.label}</span>
                    <strong>{format.number(todo.count)}</strong>
                  </Link>
                </li>
              ))}
            </ul>
            <h3 className="panel-sub">{t('console.workplace.latest')}</h3>
            {messages.length === 0 ? <p className="hint">{t('console.messages.none')}</p> : null}
            <ul className="latest">
              {messages.slice(0, shown).map((message) => (
                <li key={message.id}>
                  <MessageRow message={message} onOpen={() => open(message)} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Panel>
  );
}
