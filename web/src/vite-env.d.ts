/** The packed module, by its address. */
declare module '*.packed?url' {
  const url: string;
  export default url;
}
