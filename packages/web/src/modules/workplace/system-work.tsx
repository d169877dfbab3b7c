import { formatShare, type MemoryPanelAnswer } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '../../app/i18n/index.ts';

/** What stands in line and is not done; lines that are empty are left out. */
export function Queues({ queue }: Pick<MemoryPanelAnswer, 'queue'>) {
  const t = useT();
  const format = useFormat();
  const busy = queue.filter(({ waiting, running, failed, stuck }) => waiting + running + failed + stuck > 0);
  if (queue.length === 0) return null;
  return (
    <>
      <h3 className="panel-sub">{t('console.workplace.queues')}</h3>
      {busy.length === 0 ? <p className="share-note">{t('console.workplace.noQueue')}</p> : null}
      <ul className="shares" data-testid="queues">
        {busy.map(({ key, label, waiting, running, failed, oldestWaitS, stuck, route }) => (
          <li key={key}>
            <Link to={route}>{label}</Link>
            <span className="share-note">
              {[
                t('console.workplace.running', { value: format.number(running) }),
                ...(oldestWaitS === null
                  ? []
                  : [t('console.workplace.oldest', { value: format.duration(oldestWaitS) })]),
                ...(failed === 0 ? [] : [t('console.workplace.failedToday', { value: format.number(failed) })]),
                ...(stuck === 0 ? [] : [t('work.stuck', { count: format.number(stuck) })]),
              ].join(' · ')}
            </span>
            <strong>{t('console.workplace.waiting', { value: format.number(waiting) })}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Services that call the server, those that called last first. */
export function Services({ services }: Pick<MemoryPanelAnswer, 'services'>) {
  const t = useT();
  const format = useFormat();
  if (services === null || services.length === 0) return null;
  return (
    <>
      <h3 className="panel-sub">{t('console.workplace.services')}</h3>
      <ul className="shares" data-testid="services">
        {services.map(({ id, name, lastSeenS, rpm, errorBps }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="share-note">
              {lastSeenS === null
                ? t('console.workplace.neverSeen')
                : t('console.workplace.seen', { value: format.duration(lastSeenS) })}
              {errorBps === null || errorBps === 0
                ? ''
                : ` · ${t('console.workplace.errorShare', { value: formatShare(errorBps, format.locale, 1) })}`}
            </span>
            <strong>{t('console.workplace.rpm', { value: format.number(rpm) })}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
