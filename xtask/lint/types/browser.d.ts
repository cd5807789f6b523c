// What the tests put into the page or find there.
interface Window {
  /** axe-core, which a test evaluates in the page. */
  axe: { run(context: Node, options: object): Promise<{ violations: any[] }> };
  /** Set if a hostile name was run as a script. */
  called?: boolean;
  hostile?: () => void;
  /** The one global of the page; its scripts are checked by tsconfig.page.json. */
  rely: any;
}
