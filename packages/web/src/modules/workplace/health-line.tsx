import type { MemoryPanelAnswer } from '@gantry/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useT } from '../../app/i18n/index.ts';
import { Skeleton } from '../../ui/index.ts';
import { ErrorState } from '../../ui/parts/index.ts';
import { useSystemPanel } from './panel.tsx';

const order = ['bad', 'warn', 'ok'] as const;

/** System health in one line: problems first, each with a link to its cause. */
export function HealthLine() {
  const t = useT();
  const query = useSystemPanel();
  const health = query.data?.health;
  return (
    <section className="card health-line" aria-label={t('console.workplace.health')} data-testid="health-line">
      {health ? (
        <Entries health={health} />
      ) : query.error ? (
        <ErrorState error={query.error} />
      ) : (
        <Skeleton text={{ rows: 1 }} />
      )}
    </section>
  );
}

function Entries({ health }: Pick<MemoryPanelAnswer, 'health'>) {
  const t = useT();
  const worst = order.find((status) => health.some((entry) => entry.status === status)) ?? 'ok';
  const wrong = health.filter(({ status }) => status !== 'ok').length;
  const sorted = [...health].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  return (
    <>
      <strong className={`health-state ${worst}`}>
        {wrong === 0 ? t('console.workplace.healthy') : t('console.workplace.unhealthy', { count: wrong })}
      </strong>
      <ul>
        {sorted.map(({ key, label, status, message, route }) => (
          <li key={key}>
            <Cause route={route} className={`health-entry ${status}`} title={message}>
              <span className="unseen">{t(`console.workplace.${status}`)}</span>
              <span>{label}</span>
              {status === 'ok' ? null : <span className="health-message">{message}</span>}
            </Cause>
          </li>
        ))}
      </ul>
    </>
  );
}

interface CauseProps {
  readonly route: string | undefined;
  readonly className: string;
  readonly title: string | undefined;
  readonly children: ReactNode;
}

/** Links to the causing records or to the measurements below on the page. */
function Cause({ route, children, ...rest }: CauseProps) {
  return route === undefined ? (
    <a href="#system" {...rest}>
      {children}
    </a>
  ) : (
    <Link to={route} {...rest}>
      {children}
    </Link>
  );
}
