import '../../ui/parts/page-frame.css';
import { Loading } from '../../ui/parts/index.ts';

/** Placeholder for a page that is loading. */
export function PageOpening() {
  return (
    <main id="page" className="page" tabIndex={-1}>
      <Loading />
    </main>
  );
}
