import { admins, allowsRole, type DataPanelAnswer } from '@gantry/core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useT } from '../../app/i18n/index.ts';
import { usePermittedScreens } from '../../app/router/screens-context.tsx';
import { useSession } from '../../app/session/index.ts';
import { useDataPanel } from './use-panels.ts';

/** What a platform needs before it can serve anybody, in the order in which one part needs the other. */
const steps = [
  { word: 'site', path: '/form/group', query: '' },
  { word: 'key', path: '/ai/api_key', query: '?new=1' },
  { word: 'model', path: '/ai/model_system', query: '?new=1' },
  { word: 'service', path: '/expand/app', query: '?tab=service-client&new=1' },
] as const;

/** Nobody uses the platform yet, and it has no key to answer with. */
function isNew({ cards }: DataPanelAnswer): boolean {
  const users = cards.find(({ key }) => key === 'users');
  const keys = cards.find(({ key }) => key === 'keysWithProblems');
  return users?.value === 0 && keys?.total === 0;
}

/** The way from an empty server to a platform that works, for whoever can go it. */
export function FirstSteps() {
  const t = useT();
  const titleId = useId();
  const { role } = useSession();
  const { data } = useDataPanel();
  const open = new Set(usePermittedScreens().map(({ path }) => path));
  const shown = steps.filter(({ path }) => open.has(path));
  if (!data || !isNew(data) || !allowsRole(admins, role) || shown.length === 0) return null;
  return (
    <section className="card panel" aria-labelledby={titleId} data-testid="first-steps">
      <header className="panel-head">
        <h2 id={titleId}>{t('console.workplace.firstSteps')}</h2>
      </header>
      <ol className="first-steps">
        {shown.map(({ word, path, query }) => (
          <li key={word} className="first-step">
            <Link to={path + query}>{t(`console.workplace.first.${word}`)}</Link>
            <span>{t(`console.workplace.firstWhy.${word}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
