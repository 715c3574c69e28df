foo() {
  a();
}
