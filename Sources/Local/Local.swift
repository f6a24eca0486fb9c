// Local
