import { admins, allowsRole, everyone } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useT } from '../../app/i18n/index.ts';
import { usePermittedScreens } from '../../app/router/screens-context.tsx';
import { useSession } from '../../app/session/index.ts';

const status = encodeURIComponent(JSON.stringify({ status: ['active'] }));

/** What is begun most often from here: each leads to the question that it asks. */
const ways = [
  { word: 'makeCodes', path: '/market/kami-table', query: '?tab=redeem-batch&run=generate', roles: admins },
  {
    word: 'extendAll',
    path: '/market/vip-table',
    query: `?tab=user-membership&f=${status}&bulk=extend`,
    roles: admins,
  },
  { word: 'notifyUsers', path: '/news/notice-table', query: '?run=compose', roles: everyone },
  { word: 'importKeys', path: '/ai/api_key', query: '?run=import', roles: admins },
  { word: 'whyBlocked', path: '/ai/ai_limit_text', query: '?open=test', roles: everyone },
  {
    word: 'testRecall',
    path: '/ai/ai_know_list/ai_know_search',
    query: '?tab=recall-record&run=test',
    roles: everyone,
  },
  { word: 'addColleague', path: '/admins/admin-table', query: '?tab=admin&run=invite', roles: admins },
] as const;

/** Short ways to daily work, of what the person may do. */
export function QuickWays() {
  const t = useT();
  const { role } = useSession();
  const open = new Set(usePermittedScreens().map(({ path }) => path));
  const shown = ways.filter(({ path, roles }) => open.has(path) && allowsRole(roles, role));
  if (shown.length === 0) return null;
  return (
    <nav className="quick-ways" aria-label={t('console.workplace.quick')}>
      {shown.map(({ word, path, query }) => (
        <Link key={word} to={path + query} className="quick-way">
          {t(`console.workplace.${word}`)}
        </Link>
      ))}
    </nav>
  );
}
