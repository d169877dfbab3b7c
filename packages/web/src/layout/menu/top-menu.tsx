import { NavLink, useLocation } from 'react-router-dom';
import { useSay, useT } from '../../i18n/index.ts';
import { AreaIcon } from './area-icon.tsx';
import { openKeysFor } from './menu-tree.ts';
import { AreaMenu, useMenuTree } from './side-menu.tsx';

/** The same menu along the navigation bar. */
export function TopMenu() {
  const t = useT();
  const say = useSay();
  const tree = useMenuTree();
  const { pathname } = useLocation();
  const here = openKeysFor(tree, pathname);
  return (
    <nav aria-label={t('console.nav.main')} className="top-menu">
      <ul>
        {tree.map((area) => (
          <li key={area.key}>
            {area.path === null ? (
              <AreaMenu area={area} current={here.includes(area.key)} named />
            ) : (
              <NavLink to={area.path} end className="menu-link level-0">
                <AreaIcon name={area.icon} />
                <span className="menu-text">{say(area.label)}</span>
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
