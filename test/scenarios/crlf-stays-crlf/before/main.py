import os

def main():
    run()  
    stop()
