import '../../ui/parts/page-frame.css';
import { Loading } from '../../ui/parts/index.ts';

/** Stands in the place of a page that is on its way. */
export function PageOpening() {
  return (
    <main id="page" className="page" tabIndex={-1}>
      <Loading />
    </main>
  );
}
