import { canRun, kebab, user } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useSession } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';

/** Leads to the ban of whoever wrote, which asks for its reason there. */
export function BanLink({ userId }: { readonly userId: unknown }) {
  const t = useWords();
  const { rights } = useSession();
  if (typeof userId !== 'number' || !canRun(rights, user, user.actions.ban).ok) return null;
  const address = new URLSearchParams({ tab: kebab(user.name), id: String(userId), run: 'ban' });
  return (
    <Link to={`${user.path}?${address}`} className="cell-link">
      {t('resource.chat.ban')}
    </Link>
  );
}
