/** Arco's variables and resets, which the sign-in page needs too, and the focus outline that Arco removes. */
import '@arco-design/web-react/es/style/index.css';
import './focus.css';
