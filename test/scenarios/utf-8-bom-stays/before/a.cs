using System;
class A { }
