import { useConfig } from '../../app/api/index.ts';
import { useReturnFocus } from '../../ui/index.ts';
import { SideDrawer } from '../../ui/parts/index.ts';
import { SideMenu } from './side-menu.tsx';

interface MobileMenuProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The menu of a narrow window: a drawer from the left that closes when a page is chosen. */
export function MobileMenu({ open, onClose }: MobileMenuProps) {
  const { siteName } = useConfig();
  return (
    <SideDrawer open={open} title={siteName} width={280} side="left" onClose={onClose}>
      <Pages onChoose={onClose} />
    </SideDrawer>
  );
}

/** Mounted only while the drawer is open. */
function Pages({ onChoose }: { readonly onChoose: () => void }) {
  useReturnFocus();
  return <SideMenu collapsed={false} onChoose={onChoose} />;
}
